// A client from the proto files alone: grpc-js, proto-loader, google.rpc. No rule of any game.
//   npm ci
//   node client.js HOST:PORT NAME list
//   node client.js HOST:PORT NAME create GAME SEAT ... [OPTION=CHOICE ...]   SEAT: a computer, or -
//   node client.js HOST:PORT NAME join TABLE|-    (-: one match for each line of standard input)
'use strict';
const fs = require('fs');
const { randomBytes, randomInt } = require('crypto');
const { setTimeout: sleep } = require('timers/promises');
const grpc = require('@grpc/grpc-js');
const loader = require('@grpc/proto-loader');
const { getProtoPath } = require('google-proto-files');

const protos = loader.loadSync(
  ['koikoi/v1/service.proto', 'google/rpc/status.proto', 'google/rpc/error_details.proto'],
  { includeDirs: [`${__dirname}/../../proto`, getProtoPath('..')], defaults: true },
);
const { KoikoiService } = grpc.loadPackageDefinition(protos).koikoi.v1;
const phases = protos['koikoi.v1.Phase'].type.value;
const MATCH_OVER = phases.find(({ name }) => name === 'PHASE_MATCH_OVER').number;
const OPTIONS = { 'grpc.keepalive_time_ms': 8000, 'grpc.keepalive_timeout_ms': 4000 };
OPTIONS['grpc.max_reconnect_backoff_ms'] = 3000; // a server that is back is soon noticed
const AGAIN = [grpc.status.UNAVAILABLE, grpc.status.DEADLINE_EXCEEDED, grpc.status.INTERNAL];
const FASTER = ['STATE_STALE', 'OPTION_NOT_OFFERED', 'SEAT_STALE']; // the next update says more

const freshId = () => randomBytes(16).toString('hex');
const aWhile = () => sleep(500 + randomInt(1000));

/** The ErrorReason of a refusal; empty for what the network did. */
function reason(error) {
  const [raw] = error.metadata?.get('grpc-status-details-bin') ?? [];
  const { details } = raw ? protos['google.rpc.Status'].deserialize(raw) : { details: [] };
  const info = details.find((detail) => detail.type_url.endsWith('/google.rpc.ErrorInfo'));
  return info ? protos['google.rpc.ErrorInfo'].deserialize(info.value).reason : '';
}

class Client {
  constructor(address, name, choose) {
    this.api = new KoikoiService(address, grpc.credentials.createInsecure(), OPTIONS);
    Object.assign(this, { name, choose });
  }

  async open() {
    this.info = await this.asked('GetServerInfo', { protocol: 1 });
    this.catalog = await this.asked('GetCatalog', { language: 'en' });
    this.cards = Object.fromEntries(this.catalog.cards.map((card) => [card.card, card]));
  }

  /** The answer; the same request, with the same id, until there is one. */
  async asked(call, request, passing = []) {
    for (; ; await aWhile()) {
      try {
        return await new Promise((resolve, reject) => {
          const answered = (error, answer) => (error ? reject(error) : resolve(answer));
          this.api[call](request, { deadline: Date.now() + 10000 }, answered);
        });
      } catch (error) {
        if (passing.includes(reason(error))) return null;
        if (!AGAIN.includes(error.code) && reason(error) !== 'RATE_LIMITED') throw error;
      }
    }
  }

  /** A seat at the table of that id, or at a new one. */
  async sitDown(how, what, plan, requestId) {
    const me = { requestId, playerName: this.name };
    if (how === 'join') return (await this.asked('JoinTable', { ...me, tableId: what })).grant;
    const others = plan.filter((word) => !word.includes('='));
    const seats = [{ yours: true }, ...others.map((bot) => ({ bot: bot.replace('-', '') }))];
    const chosen = plan.filter((word) => word.includes('=')).map((word) => word.split('='));
    const table = { ...me, game: what, seats, rules: Object.fromEntries(chosen) };
    return (await this.asked('CreateTable', table)).grant;
  }

  /** Play with that seat until the match is over; the seats that won. */
  async play(token) {
    let winners;
    for (let seq = 0; !winners; winners ?? (await aWhile())) {
      const watch = this.api.WatchSeat({ seatToken: token, afterSeq: seq, language: 'en' });
      const limit = Number(this.info.silenceLimit.seconds) * 1000;
      const silence = setTimeout(() => watch.cancel(), limit);
      try {
        for await (const { heartbeat, update, seatView } of watch) {
          silence.refresh();
          if (!update && heartbeat.headSeq !== seq) watch.cancel(); // something is missing
          if (!update) continue;
          seq = update.seq;
          for (const { events } of update.news) events.forEach((event) => this.say(event, update));
          if (update.match?.phase === MATCH_OVER) winners = update.match.winners;
          if (winners) watch.cancel();
          else await this.act(token, update, seatView);
        }
      } catch (error) {
        if (![...AGAIN, grpc.status.CANCELLED].includes(error.code)) throw error;
      } finally {
        clearTimeout(silence);
      }
    }
    return winners;
  }

  async act(token, update, seatView) {
    const act = { seatToken: token, requestId: freshId() };
    const { seat, bot, version } = update.table.seats[seatView.seat - 1] ?? {};
    if (bot) act.setBot = { seat, seatVersion: version }; // it played for us while we were away
    else if (seatView.options.length) {
      const { option } = this.choose({ update, seatView }, this.catalog);
      act.choose = { stateVersion: seatView.stateVersion, option };
    } else return;
    await this.asked('Act', act, FASTER);
  }

  /** Print an event: its phrase in the catalogue, filled in. */
  say({ kind, seat, card, cards, number, yaku, text }, { table }) {
    const { playerName, bot } = table.seats[seat - 1] ?? {};
    const named = (each) => `${this.cards[each]?.plant} ${this.cards[each]?.object}`;
    const words = { seat: playerName || bot, card: named(card), number, text };
    words.cards = cards.map(named).join(', ');
    words.yaku = yaku.map((each) => each.yaku).join(', ');
    const phrase = this.catalog.phrases[`event.${kind}`];
    if (phrase) console.log(phrase.replace(/\{(\w+)\}/g, (_, word) => words[word] ?? ''));
  }
}

/** `choose` gets a WatchSeatResponse and the catalogue, and returns one of its options. */
async function main([address, name, how, what, ...plan], choose) {
  const client = new Client(address, name, choose);
  await client.open();
  const { rows } = how === 'list' ? await client.asked('ListTables', {}) : { rows: [] };
  for (const { table } of rows) console.log(table.tableId, table.game, table.name);
  const typed = what === '-' && require('readline').createInterface({ input: process.stdin });
  for await (const line of how === 'list' ? [] : typed || [what]) {
    const kept = `${name}.${client.info.serverId}.seat`; // a repeat with its id gets the same seat
    if (!fs.existsSync(kept)) fs.writeFileSync(kept, freshId(), { mode: 0o600 });
    const grant = await client.sitDown(how, line.trim(), plan, fs.readFileSync(kept, 'utf8'));
    console.log('TABLE', grant.tableId);
    try {
      console.log('WINNERS', ...(await client.play(grant.seatToken)));
    } finally {
      fs.unlinkSync(kept); // over, or lost
    }
  }
  client.api.close();
}

const anyOption = ({ seatView: { options } }) => options[randomInt(options.length)];
main(process.argv.slice(2), anyOption).catch((error) => {
  console.error(error.details || error);
  process.exit(1);
});
