import { gzipSync } from 'node:zlib';
import { EnvelopeTemplate } from '../fixtures/envelope.mjs';
import { hex, pick } from '../fixtures/random.mjs';
import { PROJECT } from '../processes/environment.mjs';

const GROUPS = 12;
/**
 * Share of the reports that have each trait. `wrong` reports are invalid or have an unknown key.
 */
const SHARES = { large: 0.3, gzip: 0.4, again: 0.1, wrong: 0.1, limited: 0.1, attached: 0.02 };
/** Content of an attached file. The spool writes a report of this size into a file of its own. */
const ATTACHED = Buffer.alloc(1_200_000, 'a line of a log, of many\n');
const FILE = { type: 'attachment', filename: 'log.txt', length: ATTACHED.length };
/** Number of recent ids that may be sent again, whether they were answered or not. */
const REMEMBERED = 2000;
const templates = Array.from(
  { length: GROUPS },
  (_, group) => new EnvelopeTemplate({ group, publicKey: PROJECT.publicKey }),
);

/**
 * Yields reports without end, each with an `eventId`, its request, and a `form`: good, limited
 * (from a sender over its limit), invalid, or unknown (with a key that does not exist). The first
 * report always has a file.
 */
export function* createReports(random, limitedKey) {
  const recent = [];
  const is = (share) => random() < SHARES[share];
  yield createAttached(random);
  for (;;) {
    if (is('attached')) yield createAttached(random);
    else if (limitedKey && is('limited')) {
      yield { ...createGood(random, hex(random, 32), is), publicKey: limitedKey, form: 'limited' };
    } else if (is('wrong')) yield createWrong(random);
    else if (recent.length > 0 && is('again')) {
      yield { ...createGood(random, pick(random, recent), is), isAgain: true };
    } else {
      const eventId = hex(random, 32);
      recent.push(eventId);
      if (recent.length > REMEMBERED) recent.shift();
      yield createGood(random, eventId, is);
    }
  }
}

function createGood(random, eventId, is) {
  const plain = is('large')
    ? pick(random, templates).with(eventId)
    : createSmall(random, eventId).body;
  const report = { eventId, publicKey: PROJECT.publicKey, form: 'good' };
  return is('gzip')
    ? { ...report, headers: { 'Content-Encoding': 'gzip' }, body: gzipSync(plain) }
    : { ...report, headers: {}, body: plain };
}

function createSmall(random, eventId = hex(random, 32)) {
  const type = `SmallError${Math.floor(random() * GROUPS)}`;
  const payload = JSON.stringify({
    event_id: eventId,
    level: 'error',
    user: { id: String(Math.floor(random() * 500)) },
    exception: { values: [{ type, value: 'x is undefined' }] },
  });
  const item = JSON.stringify({ type: 'event', length: Buffer.byteLength(payload) });
  const body = Buffer.from(`${JSON.stringify({ event_id: eventId })}\n${item}\n${payload}\n`);
  return { eventId, publicKey: PROJECT.publicKey, headers: {}, body, form: 'good' };
}

/**
 * A report with a file always has a new id, because the relay drops files that come with a
 * duplicate event.
 */
function createAttached(random) {
  const small = createSmall(random);
  const body = Buffer.concat([small.body, Buffer.from(`${JSON.stringify(FILE)}\n`), ATTACHED]);
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
