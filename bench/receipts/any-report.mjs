import { gzipSync } from 'node:zlib';
import { EnvelopeTemplate } from '../fixtures/envelope.mjs';
import { frame, frameItem } from '../fixtures/framing.mjs';
import { hex, pick } from '../fixtures/random.mjs';
import { NOUNS } from '../fixtures/words.mjs';
import { PROJECT } from '../processes/environment.mjs';

const GROUPS = 12;
/**
 * Share of the reports that have each trait. `wrong` reports are invalid or have an unknown key.
 */
const SHARES = {
  large: 0.3,
  gzip: 0.4,
  again: 0.1,
  wrong: 0.1,
  limited: 0.1,
  attached: 0.02,
  logsOnly: 0.15,
  logsAgain: 0.02,
  logsBeside: 0.2,
  spansOnly: 0.1,
  spansAgain: 0.02,
};
const MOST_LOGS = 4;
const MOST_SPANS = 4;
/**
 * Logs of a limited sender. A key that allows one report a minute allows 100 logs a minute, so the
 * second of such reports is refused.
 */
const LIMITED_LOGS = 60;
/** Content of an attached file. The spool writes a report of this size into a file of its own. */
const ATTACHED = Buffer.alloc(1_200_000, 'a line of a log, of many\n');
const FILE = { type: 'attachment', filename: 'log.txt' };
/** Number of recent ids that may be sent again, whether they were answered or not. */
const REMEMBERED = 2000;
const EMPTY = Buffer.from('{}\n');
const BESIDE = ' beside ';
const templates = Array.from(
  { length: GROUPS },
  (_, group) => new EnvelopeTemplate({ group, publicKey: PROJECT.publicKey }),
);

/**
 * Yields reports without end, each with its request, the id of its event if it has one
 * (`eventIds`), the texts of its logs (`logs`), the ids of its spans (`spans`), and a `form`: good,
 * limited (from a sender over its limit), invalid, or unknown (with a key that does not exist). Only
 * the same report again has the same logs or spans. The first report always has a file.
 */
export function* createReports(random, limitedKey) {
  const recent = [];
  const recentLogs = [];
  const recentSpans = [];
  const is = (share) => random() < SHARES[share];
  yield createAttached(random);
  for (;;) {
    if (is('attached')) yield createAttached(random);
    else if (limitedKey && is('limited')) {
      const report = is('logsOnly')
        ? createLogs(random, is, LIMITED_LOGS)
        : createGood(random, hex(random, 32), is);
      yield { ...report, publicKey: limitedKey, form: 'limited' };
    } else if (recentLogs.length > 0 && is('logsAgain')) {
      yield { ...pick(random, recentLogs), isAgain: true };
    } else if (is('logsOnly')) {
      const report = createLogs(random, is);
      remember(recentLogs, report);
      yield report;
    } else if (recentSpans.length > 0 && is('spansAgain')) {
      yield { ...pick(random, recentSpans), isAgain: true };
    } else if (is('spansOnly')) {
      const report = createSpans(random, is);
      remember(recentSpans, report);
      yield report;
    } else if (is('wrong')) yield createWrong(random);
    else if (recent.length > 0 && is('again')) {
      yield { ...createGood(random, pick(random, recent), is), isAgain: true };
    } else {
      const eventId = hex(random, 32);
      remember(recent, eventId);
      yield createGood(random, eventId, is);
    }
  }
}

function remember(recent, one) {
  recent.push(one);
  if (recent.length > REMEMBERED) recent.shift();
}

function createGood(random, eventId, is) {
  const plain = is('large')
    ? pick(random, templates).with(eventId)
    : createSmall(random, eventId).body;
  const logs = is('logsBeside') ? makeTexts(random, eventId) : [];
  const body = logs.length > 0 ? Buffer.concat([plain, toLogItem(logs)]) : plain;
  return toGood({ eventIds: [eventId], logs, body }, is('gzip'));
}

/** Makes an envelope as SDKs send logs: without an event, and without an id. */
function createLogs(random, is, count) {
  const logs = makeTexts(random, 'nothing', count);
  return toGood({ eventIds: [], logs, body: Buffer.concat([EMPTY, toLogItem(logs)]) }, is('gzip'));
}

/** Makes a container of spans that are all segments, so that each counts by its name. */
function createSpans(random, is) {
  const spans = Array.from({ length: Math.ceil(random() * MOST_SPANS) }, () => hex(random, 16));
  const endS = Date.now() / 1000;
  const items = spans.map((id) => ({
    name: `GET /prove/${pick(random, NOUNS)}`,
    span_id: id,
    trace_id: id + id,
    start_timestamp: endS - random(),
    end_timestamp: endS,
    is_segment: true,
    attributes: { 'sentry.op': { value: 'http.server', type: 'string' } },
  }));
  const item = frameItem({ type: 'span', item_count: items.length }, { version: 2, items });
  const body = Buffer.concat([EMPTY, item]);
  return toGood({ eventIds: [], logs: [], spans, body }, is('gzip'));
}

function toGood({ body, ...report }, isPacked) {
  const good = { spans: [], ...report, publicKey: PROJECT.publicKey, form: 'good' };
  return isPacked
    ? { ...good, headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(body) }
    : { ...good, headers: {}, body };
}

function makeTexts(random, eventId, count = Math.ceil(random() * MOST_LOGS)) {
  return Array.from({ length: count }, () => `${hex(random, 32)}${BESIDE}${eventId}`);
}

/** Returns the id of the event that a log was sent with. */
export function findEventBeside(log) {
  return log.slice(log.indexOf(BESIDE) + BESIDE.length);
}

function toLogItem(texts) {
  const atMs = Date.now();
  const items = texts.map((body) => ({
    timestamp: atMs / 1000,
    level: 'info',
    body,
    trace_id: body.slice(0, 32),
  }));
  return frameItem({ type: 'log', item_count: items.length }, { version: 2, items });
}

function createSmall(random, eventId = hex(random, 32)) {
  const type = `SmallError${Math.floor(random() * GROUPS)}`;
  const event = {
    event_id: eventId,
    level: 'error',
    user: { id: String(Math.floor(random() * 500)) },
    exception: { values: [{ type, value: 'x is undefined' }] },
  };
  const body = frame({ event_id: eventId }, [{ type: 'event' }, event]);
  return toGood({ eventIds: [eventId], logs: [], body }, false);
}

/**
 * A report with a file always has a new id, because the relay drops files that come with a
 * duplicate event.
 */
function createAttached(random) {
  const small = createSmall(random);
  const body = Buffer.concat([small.body, frameItem(FILE, ATTACHED)]);
  return { ...small, body, isAttached: true };
}

function createWrong(random) {
  const right = { ...createSmall(random), form: 'invalid' };
  return pick(random, [
    { ...right, publicKey: '0'.repeat(32), form: 'unknown' },
    { ...right, body: right.body.subarray(0, -20) },
    { ...right, headers: { 'Content-Encoding': 'rot13' } },
  ]);
}
