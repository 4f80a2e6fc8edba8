// Connects to a server, with TLS or without. docs/tls.md explains it.
'use strict';
const fs = require('fs');
const tls = require('tls');
const { X509Certificate } = require('crypto');
const { domainToASCII } = require('url');
const grpc = require('@grpc/grpc-js');

const OPTIONS = {
  'grpc.keepalive_time_ms': 8000,
  'grpc.keepalive_timeout_ms': 4000,
  'grpc.max_reconnect_backoff_ms': 3000, // to reconnect soon after the server restarts
  'grpc.service_config_disable_resolution': 1, // it is in DNS, which a local network may lack
  'grpc.enable_http_proxy': 0, // a proxy cannot reach a server on the local network
};
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ'; // of codes
const HOW = `Write CODE@HOST as the server prints it, or let KOIKOI_CERTIFICATE name a file with its
certificate, or add --insecure without a code: then everybody on the network can read your cards.`;
const MISMATCH = 'If the server was started with --insecure, add --insecure here too.';
const MISMATCH_INSECURE = 'If the server prints a code, write CODE@HOST and leave out --insecure.';

/** The host and the port of HOST, HOST:PORT, an IPv6 address, or one in brackets with a port. */
function split(address) {
  const [, host, port] = /^(\[.*\]|[^:]*):(\d+)$/.exec(address) ?? [, address, 50551];
  const name = host.includes(':') ? host.replace(/[[\]]/g, '') : domainToASCII(host);
  return { host: name, port: Number(port) };
}

/** The certificate that a server shows. The channel will check that it is its own. */
function fetchCertificate(where) {
  const unchecked = { rejectUnauthorized: false, timeout: 5000 };
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ ...where, ...unchecked, servername: 'koikoi', ALPNProtocols: ['h2'] });
    socket.on('secureConnect', () => {
      resolve(socket.getPeerX509Certificate());
      socket.destroy();
    });
    socket.on('error', ({ message }) => reject(new Error(`Cannot connect: ${message}. ${MISMATCH}`)));
    socket.on('timeout', () => socket.destroy(new Error('no answer')));
  });
}

/** The code of a certificate: the SHA-256 digest of its DER, as 16 digits of base 24. */
function codeOf(certificate) {
  let number = BigInt(`0x${certificate.fingerprint256.replaceAll(':', '')}`);
  let code = '';
  for (; code.length < 16; number /= 24n) code = LETTERS[number % 24n] + code;
  return code.match(/.{4}/g).join('-');
}

/** The certificate in a file. */
function readCertificate(file) {
  try {
    return new X509Certificate(fs.readFileSync(file));
  } catch ({ syscall, code }) {
    if (syscall) throw new Error(`Cannot read the certificate in ${file} (${code}).`);
    throw new Error(`There is no certificate in ${file}.`);
  }
}

/** Throw if the two codes differ. People may type small letters, or leave out the hyphens. */
function compare(source, found, code) {
  if (found.replaceAll('-', '') === code.toUpperCase().replaceAll('-', '')) return;
  const why = 'this is another server, or its certificate is new';
  throw new Error(`The code of ${source} is ${found}, not ${code}: ${why}.`);
}

/**
 * A client of `Service` for the server at CODE@HOST[:PORT], which accepts only its certificate.
 * And a function to call when the server is unavailable: it throws if its certificate is another
 * one now.
 */
async function connect(Service, address, insecure) {
  const at = address.lastIndexOf('@');
  const code = address.slice(0, Math.max(at, 0));
  const file = process.env.KOIKOI_CERTIFICATE;
  if (insecure === Boolean(code || file)) throw new Error(HOW);
  const where = split(address.slice(at + 1));
  const host = where.host.includes(':') ? `[${where.host}]` : where.host;
  const target = `dns:///${host}:${where.port}`; // "dns:///", because a host may be called unix
  if (insecure) return [new Service(target, grpc.credentials.createInsecure(), OPTIONS), () => {}];
  const found = file ? readCertificate(file) : await fetchCertificate(where);
  const expected = codeOf(found);
  compare(file || host, expected, code || expected);
  const check = async () => {
    const now = await fetchCertificate(where).catch(() => found); // if nothing answers
    compare(host, codeOf(now), expected);
  };
  // Not rejectUnauthorized: false with a checkServerIdentity, which grpc-js would never call.
  const only = grpc.credentials.createSsl(Buffer.from(found.toString()));
  const name = { 'grpc.ssl_target_name_override': 'koikoi', 'grpc.default_authority': 'koikoi' };
  return [new Service(target, only, { ...OPTIONS, ...name }), check]; // name: in all certificates
}

module.exports = { MISMATCH, MISMATCH_INSECURE, connect };
