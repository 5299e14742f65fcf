import { connect } from 'node:net';
import { once } from 'node:events';
import { hex, pick, seededRandom } from '../fixtures/random.mjs';
import { EnvelopeTemplate } from '../fixtures/envelope.mjs';
import { makeLogEnvelopes } from '../fixtures/log-envelopes.mjs';
import { makeSpanEnvelopes } from '../fixtures/span-envelopes.mjs';
import { toPercentile } from '../processes/page-times.mjs';
import { PROJECT } from '../processes/environment.mjs';

/**
 * Sends reports over kept-alive connections. The HTTP is written by hand, because an HTTP client
 * would use more of its core than the measured server uses of its own.
 *
 * Without a rate, every connection sends as soon as it has its answer. Otherwise reports are due at
 * even intervals, and the time of an answer counts from when its report was due.
 *
 * Argument, as JSON: url, kind, connections, groups, seed, and either reports (how many) or seconds
 * (how long), and perSecond. `isTimed` adds when each report was sent. Prints the result as JSON.
 */
const options = JSON.parse(process.argv[2]);
const { hostname, port } = new URL(options.url);
const random = seededRandom(options.seed);
const run = hex(random, 20);
/** For each kind of report, a function that makes the requests of one connection. */
const KINDS = { events: sendEvents, logs: sendLogs, spans: sendSpans };

let sent = 0;
let acknowledged = 0;
const refused = {};
const answersMs = [];
const sentAtMs = {};
const createRequests = KINDS[options.kind]();
const startedAtMs = Date.now();
const startMs = performance.now();
const endMs = options.seconds ? startMs + options.seconds * 1000 : Number.POSITIVE_INFINITY;
const maxReports = options.reports ?? Number.POSITIVE_INFINITY;

await Promise.all(Array.from({ length: options.connections }, sendInTurn));
const seconds = (performance.now() - startMs) / 1000;
const p99Ms = toPercentile(answersMs, 0.99);
const result = { sent, acknowledged, refused, startedAtMs, seconds, p99Ms, sentAtMs };
process.stdout.write(JSON.stringify(result));

function sendEvents() {
  const templates = Array.from(
    { length: options.groups },
    (_, group) => new EnvelopeTemplate({ group, publicKey: PROJECT.publicKey }),
  );
  const head = toHead(templates[0].length);
  return () => {
    // A connection sends one report at a time, so that one buffer suffices.
    const request = Buffer.concat([head, templates[0].with(hex(random, 32))]);
    return (eventId) => {
      pick(random, templates).writeTo(request, eventId, head.length);
      return request;
    };
  };
}

function sendLogs() {
  const everyMs = 1000 / options.perSecond;
  const atMs = Date.now() + (options.reports - 1) * everyMs;
  const bodies = makeLogEnvelopes({ count: options.reports, seed: options.seed, atMs, everyMs });
  return () => () => toRequest(bodies.next().value);
}

function sendSpans() {
  const { reports, seed } = options;
  const bodies = makeSpanEnvelopes({ count: reports, seed, atMs: Date.now() });
  return () => () => toRequest(bodies.next().value);
}

function toRequest(body) {
  return Buffer.concat([toHead(body.length), body]);
}

function toHead(length) {
  return Buffer.from(
    [
      `POST /api/${PROJECT.id}/envelope/ HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      'Content-Type: application/x-sentry-envelope',
      `X-Sentry-Auth: Sentry sentry_version=7, sentry_key=${PROJECT.publicKey}`,
      `Content-Length: ${length}`,
      '\r\n',
    ].join('\r\n'),
  );
}

async function sendInTurn() {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await once(socket, 'connect');
  const makeRequest = createRequests();
  const answers = readAnswers(socket);
  for (;;) {
    if (sent >= maxReports || performance.now() >= endMs) break;
    const number = sent;
    sent += 1;
    const dueMs = await waitUntilDue(number);
    const eventId = run + number.toString(16).padStart(12, '0');
    const request = makeRequest(eventId);
    if (options.isTimed) sentAtMs[eventId] = Date.now();
    socket.write(request);
    count(await answers.next(), dueMs);
  }
  socket.destroy();
}

/**
 * Waits until report `number` is due. Resolves with the time from which its answer is timed. For a
 * late report this is the time at which the report was due.
 */
async function waitUntilDue(number) {
  if (!options.perSecond) return performance.now();
  const dueMs = startMs + (number * 1000) / options.perSecond;
  const waitMs = dueMs - performance.now();
  if (waitMs <= 0) return dueMs;
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  // Timers fire about a millisecond late, which is not the server's time.
  return performance.now();
}

function count(status, dueMs) {
  if (status === 200) {
    acknowledged += 1;
    answersMs.push(performance.now() - dueMs);
  } else refused[status] = (refused[status] ?? 0) + 1;
}

/** Reads the status of one answer at a time. Every answer has a Content-Length. */
function readAnswers(socket) {
  let text = '';
  let settle = () => undefined;
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (text.length < headEnd + 4 + length) return;
    const status = Number(text.slice(9, 12));
    text = '';
    settle(status);
  });
  const fail = (error) => {
    throw error ?? new Error('The server closed the connection.');
  };
  socket.on('error', fail).on('end', fail);
  return { next: () => new Promise((resolve) => (settle = resolve)) };
}
