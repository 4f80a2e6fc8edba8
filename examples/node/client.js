// A client that uses nothing but the proto files, grpc-js and proto-loader. It contains no rules
// and no sentences of any game.
//   npm ci
//   node client.js SERVER NAME list
//   node client.js SERVER NAME create GAME SEAT ... [OPTION=CHOICE ...]      SEAT: a computer, or -
//   node client.js SERVER NAME join TABLE|-    (-: a match at each table named on standard input)
// SERVER is CODE@HOST[:PORT], as the server prints it. HOST[:PORT] is enough if KOIKOI_CERTIFICATE
// in the environment names a file with its certificate, or with --insecure if it does not encrypt.
// It makes random moves. With --ask as the last argument you play: type the word before an option.
// The environment variable KOIKOI_PASSWORD holds the password of a server that needs one; it is not
// sent with --insecure.
'use strict';
const fs = require('fs');
const readline = require('readline');
const { randomBytes, randomInt } = require('crypto');
const { setTimeout: sleep } = require('timers/promises');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const { getProtoPath } = require('google-proto-files');
const { MISMATCH, MISMATCH_INSECURE, connect } = require('./connect');

const protos = loader.loadSync(
  ['koikoi/v1/service.proto', 'google/rpc/status.proto', 'google/rpc/error_details.proto'],
  { includeDirs: [`${__dirname}/../../proto`, getProtoPath('..')], defaults: true, enums: String },
);
const { KoikoiService } = grpc.loadPackageDefinition(protos).koikoi.v1;
const LANGUAGE = 'en';
const METADATA = new grpc.Metadata(); // sent with every call: the language of error messages
METADATA.set('koikoi-language', LANGUAGE);
const RETRIED = ['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'INTERNAL', 'CANCELLED']; // by this client
const LOST = ['SEAT_TOKEN_INVALID', 'REQUEST_ID_REUSED']; // after all other errors we still have the seat

const PASSWORD = ' Set the environment variable KOIKOI_PASSWORD. With --insecure it is not sent.';

const freshId = () => randomBytes(16).toString('hex');

/** The google.rpc message of this kind in the details of an error, or undefined. */
function detail(error, kind) {
  const [raw] = error.metadata?.get('grpc-status-details-bin') ?? [];
  const { details } = raw ? protos['google.rpc.Status'].deserialize(raw) : { details: [] };
  const found = details.find((each) => each.type_url.endsWith(`/google.rpc.${kind}`));
  return found && protos[`google.rpc.${kind}`].deserialize(found.value);
}

/** For each option: the word to type, the label and the fields of the ActRequest. */
function offers(seatView) {
  const { options, seatOptions, stateVersion } = seatView ?? { options: [], seatOptions: [] };
  const choices = options.filter(({ sameAs }) => !sameAs).map(({ number, label, note }) => (
    { word: `${number}`, label: label + (note && ` (${note})`), choose: { stateVersion, option: number } }
  ));
  const others = seatOptions.map(({ id, label, bots, possibleTime, confirm }, index) => {
    const since = possibleTime ? [new Date(possibleTime.seconds * 1000).toISOString()] : [];
    const word = `s${index + 1}${confirm ? '!' : ''}`;
    return { word, label: [label, ...bots, ...since].join(' '), useSeatOption: { id, bot: bots[0] } };
  });
  return [...choices, ...others];
}

/** The lines about the current state: results, what the table is waiting for, options. */
function linesNow({ said, seatView }) {
  const options = offers(seatView).map(({ word, label }) => `${word.padStart(4)}  ${label}`);
  if (!said) return options;
  const result = [said.headline, ...said.resultLines.map(({ full }) => full), ...said.lost];
  return [...result, said.matchHeadline, said.waiting, ...options].filter((line) => line);
}

class Client {
  /** `choose` is null if a person plays. */
  constructor(name, choose) {
    Object.assign(this, { name, choose, seen: {} });
  }

  async open(address, insecure) {
    [this.api, this.check] = await connect(KoikoiService, address, insecure);
    const mismatch = insecure ? MISMATCH_INSECURE : MISMATCH;
    this.info = await this.call('GetServerInfo', { protocol: 2 }, mismatch);
    const password = this.info.passwordNeeded && !insecure && process.env.KOIKOI_PASSWORD;
    const wrong = 'KOIKOI_PASSWORD has a character that no password may have.';
    if (/[^ -~]/.test(password)) throw new Error(wrong);
    if (password) METADATA.set('koikoi-password', password);
    this.catalog = await this.call('GetCatalog', { language: LANGUAGE });
  }

  /**
   * Repeat the request, with the same request id, until there is a response; return it. `mismatch`
   * is what may be wrong if nothing answers the first request.
   */
  async call(method, request, mismatch) {
    for (;;) {
      try {
        return await new Promise((resolve, reject) => {
          const done = (error, response) => (error ? reject(error) : resolve(response));
          this.api[method](request, METADATA, { deadline: Date.now() + 10000 }, done);
        });
      } catch (error) {
        await this.pause(error, mismatch);
      }
    }
  }

  /** Wait until the request can be repeated; throw the error if it cannot. */
  async pause(error, mismatch) {
    const { seconds, nanos } = detail(error, 'RetryInfo')?.retryDelay ?? {};
    const code = grpc.status[error.code];
    if (code === 'UNAVAILABLE' && !detail(error, 'ErrorInfo')) {
      await this.check(); // connect.js explains it
      if (mismatch) throw new Error(`Cannot connect: ${error.details}. ${mismatch}`);
    }
    if (!RETRIED.includes(code) && !(code === 'RESOURCE_EXHAUSTED' && seconds)) throw error;
    await sleep((seconds ? Number(seconds) * 1000 + nanos / 1e6 : 500) + randomInt(1000));
  }

  /** Join the table with the id `what`, or create a table for the game `what`; return the seat. */
  async sitDown(how, what, plan, requestId) {
    const me = { requestId, playerName: this.name };
    if (how === 'join') return (await this.call('JoinTable', { ...me, tableId: what })).grant;
    const others = plan.filter((word) => !word.includes('='));
    const seats = [{ yours: true }, ...others.map((bot) => ({ bot: bot.replace('-', '') }))];
    const chosen = plan.filter((word) => word.includes('=')).map((word) => word.split('='));
    const table = { ...me, game: what, seats, rules: Object.fromEntries(chosen) };
    return (await this.call('CreateTable', table)).grant;
  }

  /** Play until the match is over, or until the person leaves; return the winners. */
  async play(token) {
    const request = { seatToken: token, language: LANGUAGE, window: freshId() };
    for (let winners; ; ) {
      const watch = this.api.WatchSeat(request, METADATA);
      const limit = Number(this.info.silenceLimit.seconds) * 1000;
      const silence = setTimeout(() => watch.cancel(), limit);
      try {
        for await (const message of watch) {
          silence.refresh();
          const { heartbeat, update, seatView } = message;
          if (!update && heartbeat.headSeq !== this.seen.update?.seq) watch.cancel(); // a gap
          if (!update) continue;
          this.show(message);
          this.seen = message;
          request.after = update.cursor;
          const left = !seatView || update.table.stage === 'STAGE_CLOSED';
          if (left || (this.choose && update.match?.phase === 'PHASE_MATCH_OVER')) {
            winners = update.match?.winners ?? [];
            watch.cancel();
          } else await this.move(token, message);
        }
      } catch (error) {
        if (!winners) await this.pause(error);
      } finally {
        clearTimeout(silence);
      }
      if (winners) return winners;
    }
  }

  /** Print the news, and those lines about the current state that have changed. */
  show(message) {
    const news = message.said?.news.flatMap(({ lines }) => lines) ?? [];
    const known = [...linesNow(this.seen), ...news];
    const now = linesNow(message).filter((line) => !known.includes(line));
    [...news, ...now].forEach((line) => console.log(line));
  }

  /** Cut the deck. If no person plays, also take the seat back and choose options. */
  async move(token, message) {
    const { options, seatOptions, stateVersion } = message.seatView;
    const back = seatOptions.find(({ kind }) => kind === 'SEAT_OPTION_KIND_TAKE_BACK');
    if (back && this.choose) await this.act(token, { useSeatOption: { id: back.id } });
    else if (options[0]?.kind === 'OPTION_KIND_CUT') {
      const choose = { stateVersion, option: options[0].number, nonce: randomBytes(32) };
      await this.act(token, { choose });
    } else if (options.length && this.choose) {
      const { number } = this.choose(message, this.catalog);
      await this.act(token, { choose: { stateVersion, option: number } });
    }
  }

  async typed(token, line) {
    const [typed, bot] = line.trim().split(/ +/);
    for (const { word, choose, useSeatOption } of offers(this.seen.seatView)) {
      if (word !== typed) continue;
      if (bot && useSeatOption) useSeatOption.bot = bot;
      await this.act(token, choose ? { choose } : { useSeatOption });
    }
  }

  async act(token, act) {
    try {
      await this.call('Act', { seatToken: token, requestId: freshId(), ...act });
    } catch (error) {
      console.log(error.details ?? error); // perhaps too late: wait for the next update
    }
  }
}

/** `choose` gets a WatchSeatResponse and the catalogue, and returns one of its options. */
async function main([address, name, how, what, ...plan], { asks, insecure }, choose) {
  const client = new Client(name, asks ? null : choose);
  await client.open(address, insecure);
  const { rows } = how === 'list' ? await client.call('ListTables', {}) : { rows: [] };
  for (const { table } of rows) console.log(table.tableId, table.game, table.name);
  const input = () => readline.createInterface({ input: process.stdin });
  for await (const line of how === 'list' ? [] : what === '-' ? input() : [what]) {
    const kept = `${name}.${client.info.serverId}.seat`; // has the request id for the seat
    if (!fs.existsSync(kept)) fs.writeFileSync(kept, freshId(), { mode: 0o600 });
    try {
      const id = fs.readFileSync(kept, 'utf8');
      const { tableId, seatToken } = await client.sitDown(how, line.trim(), plan, id);
      console.log('TABLE', tableId, `(your seat is stored in ${kept})`);
      if (!client.choose) input().on('line', (typed) => client.typed(seatToken, typed));
      console.log('WINNERS', ...(await client.play(seatToken)));
      fs.unlinkSync(kept);
    } catch (error) {
      if (LOST.includes(detail(error, 'ErrorInfo')?.reason)) fs.unlinkSync(kept);
      else if (error.details) error.details += ` (Your request is still stored in ${kept})`;
      throw error;
    }
  }
  client.api.close();
  process.stdin.destroy();
}

process.stdout.on('error', ({ code, message }) => {
  if (code !== 'EPIPE') console.error(message); // else the reader wants no more
  process.exit(code === 'EPIPE' ? 0 : 1);
});
const words = process.argv.slice(2).filter((word) => !['--ask', '--insecure'].includes(word));
const options = { asks: process.argv.includes('--ask'), insecure: process.argv.includes('--insecure') };
const [, , how, what] = words;
if (how !== 'list' && !(['create', 'join'].includes(how) && what)) {
  console.error('client.js SERVER NAME list | create GAME SEAT ... | join TABLE');
  process.exit(2);
}
const anyOption = ({ seatView: { options } }) => options[randomInt(options.length)];
main(words, options, anyOption).catch((error) => {
  const wrong = detail(error, 'ErrorInfo')?.reason === 'PASSWORD_WRONG';
  console.error((error.details || error.message) + (wrong ? PASSWORD : ''));
  process.exit(1);
});
