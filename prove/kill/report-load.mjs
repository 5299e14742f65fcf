import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { EnvelopeTemplate } from '../../bench/fixtures/envelope.mjs';
import { hex, pick } from '../../bench/fixtures/random.mjs';
import { importBuilt } from '../../bench/processes/built.mjs';
import { PROJECT } from '../../bench/processes/errata.mjs';

const { errorCatalogue } = await importBuilt('libs/shared/src/index.js');

const GROUPS = 12;
const MOST_PAUSE_MS = 40;
/** Where nobody answers, so many times as long: to be refused costs little, and would be most of the load. */
const PATIENCE = 10;
const LOOK_EVERY_MS = 10;
const ANSWER_TIMEOUT_MS = 30_000;
/** Longer than anything is waited for that comes back at all. */
const PATIENCE_MS = 180_000;
/** How much of the load is large, compressed, sent again, to be refused for what it is or for a limit, or has a file. */
const SHARES = { large: 0.3, gzip: 0.4, again: 0.1, wrong: 0.1, limited: 0.1, attached: 0.02 };
/** What the renderer says when it has no answer of the relay: nobody knows what became of the report. */
const RELAY_AWAY = errorCatalogue['relay.unavailable'].message;
/** What a relay says of a key that it has never seen, while its database answers late: nobody can say whether it is there. */
const KEYS_AWAY = errorCatalogue['keys.unavailable'].message;
/** What a relay refused this long before its end may have been in memory alone: it is written each second, and later under load. */
const FORGETTABLE_MS = 3000;
/** More than the spool keeps in its segments. */
const ATTACHED_BYTES = 1_200_000;
const ATTACHED = Buffer.alloc(ATTACHED_BYTES, 'a line of a log, of many\n');
/** Ids that may be sent again: those of the last minutes, answered or not. */
const REMEMBERED = 2000;

/**
 * Senders that post one report after the other, over connections that are kept alive: small ones, ones of
 * 25 kB and ones with a file, plain and compressed, some a second time, some that must be refused. They go on when
 * whoever they send to ends. What they were answered is remembered by event id.
 */
export class ReportLoad {
  /** Sent once or more, and answered 200 at least once. @type {Set<string>} */
  acknowledged = new Set();
  /** Those among them that came with a file: each of them once. @type {Set<string>} */
  attached = new Set();
  /** What became of requests that came to a service and may have been taken, by id. @type {Map<string, { acknowledged: number, open: number }>} */
  sends = new Map();
  /**
   * How many requests were told that they end so, and how many more may have: refused for what they are, over a limit, for
   * the relay's own sake.
   *
   * @type {Readonly<Record<'invalid' | 'limited' | 'putOff', { answered: number, open: number }>>}
   */
  refusals = {
    invalid: { answered: 0, open: 0 },
    limited: { answered: 0, open: 0 },
    putOff: { answered: 0, open: 0 },
  };
  /** How many requests may have arrived, or arrived once more, that nobody knows the answer of. */
  open = 0;
  sent = 0;
  again = 0;
  /** Without a whole answer. */
  unanswered = 0;
  /** Answered 503, but for keys that nobody has while nobody could say so. */
  putOff = 0;
  /** Answered 429. */
  limited = 0;
  /** A line for each answer that the report it came to should not have had. @type {string[]} */
  strange = [];
  #refused = new Set();
  #open = new Set();
  #recent = [];
  #limitedKey;
  #mostPauseMs;
  #random;
  #templates;
  #agent = new Agent({ keepAlive: true });
  #isStopped = false;
  #underWay = new Set();
  /** Under way when a relay ended: an answer does not say that it is counted. */
  #doubtful = new Set();
  /** Refusals, with when they were told, oldest first. */
  #latest = [];
  #endings = 0;
  #senders;

  /**
   * @param {object} options
   * @param {readonly string[]} options.urls
   * @param {number} options.senders
   * @param {() => number} options.random
   * @param {string} [options.limitedKey] a key of the project of which few reports are taken
   * @param {number} [options.mostPauseMs] of a sender between a report and the next
   */
  constructor({ urls, senders, random, limitedKey, mostPauseMs = MOST_PAUSE_MS }) {
    this.#random = random;
    this.#mostPauseMs = mostPauseMs;
    this.#limitedKey = limitedKey;
    this.#templates = Array.from(
      { length: GROUPS },
      (_, group) => new EnvelopeTemplate({ group, publicKey: PROJECT.publicKey }),
    );
    this.#senders = Array.from({ length: senders }, (_, index) =>
      this.#sendInTurn(urls[index % urls.length]),
    );
  }

  /** Ids that were refused by an answer every time they were sent: none of them may be stored. */
  get refused() {
    const others = (id) => this.#open.has(id) || this.acknowledged.has(id);
    return new Set([...this.#refused].filter((id) => !others(id)));
  }

  /** All of it in numbers, for a table. */
  get counts() {
    return {
      sent: this.sent,
      acknowledged: this.acknowledged.size,
      attached: this.attached.size,
      again: this.again,
      putOff: this.putOff,
      unanswered: this.unanswered,
      refused: this.refused.size,
      limited: this.limited,
    };
  }

  /** Resolves when so many more different reports are acknowledged than now; rejects when they are not in time. */
  untilAcknowledged(more) {
    const count = this.acknowledged.size + more;
    return until(`${more} more reports to be acknowledged`, () => this.acknowledged.size >= count);
  }

  /** Resolves when so many more were answered 503. */
  untilPutOff(more) {
    const count = this.putOff + more;
    return until(`${more} more reports to be put off`, () => this.putOff >= count);
  }

  /**
   * To be told when a relay ends: what is under way until it has may arrive twice, though it is sent once, as the renderer
   * sends again what the end of a connection has met. What it refused just before may be counted or not.
   *
   * @param {Promise<unknown>} ended
   */
  async noteEnding(ended) {
    for (const report of this.#underWay) this.#leaveOpen(report);
    this.#endings += 1;
    await ended.finally(() => {
      this.#endings -= 1;
      for (const report of this.#underWay) this.#doubtful.add(report);
      this.#forgetLatest();
    });
  }

  /**
   * To be told that a relay was killed that could not write: what it had refused, and not counted on disk, nobody knows.
   *
   * @param {ReportLoad['refusals']} before as they were when it still could
   */
  noteForgotten(before) {
    for (const [ending, counts] of Object.entries(this.refusals)) {
      const forgotten = Math.max(0, counts.answered - before[ending].answered);
      counts.answered -= forgotten;
      counts.open += forgotten;
      this.open += forgotten;
    }
  }

  /** Resolves when no request is under way any more. */
  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#senders).finally(() => this.#agent.destroy());
  }

  async #sendInTurn(url) {
    while (!this.#isStopped) {
      // One at a time on each connection is the point.
      const report = this.#createAny();
      const status = await this.#send(url, report);
      const times = status === undefined || status >= 500 ? PATIENCE : 1;
      await pause(this.#random() * times * this.#mostPauseMs);
    }
  }

  async #send(url, report) {
    const { eventId, publicKey, headers, body, form, isAttached } = report;
    this.sent += 1;
    if (form !== 'unknown' && form !== 'invalid') this.#findSends(eventId);
    this.#underWay.add(report);
    if (this.#endings > 0) this.#leaveOpen(report);
    const answer = await this.#post(
      `${url}/api/${PROJECT.id}/envelope/?sentry_key=${publicKey}`,
      headers,
      body,
    );
    const { status, retryAfter } = answer;
    this.#remember(report, answer);
    this.#underWay.delete(report);
    this.#count(report, answer);
    if (isAttached && status === 200) this.attached.add(eventId);
    if (!isExpected({ status, retryAfter, form })) {
      this.strange.push(`${eventId}, ${form}, was answered ${status}, Retry-After ${retryAfter}`);
    }
    return status;
  }

  #count(report, { status, isRefused, isAway }) {
    const { invalid, limited, putOff } = this.refusals;
    const isDoubtful = this.#doubtful.delete(report);
    // Of a key that nobody has nothing is counted.
    if (isRefused || report.form === 'unknown') return;
    if (status === undefined || isAway) this.#leaveOpen(report);
    else if (status === 200) this.#findSends(report.eventId).acknowledged += 1;
    else if (isDoubtful) return;
    else if (status === 429) this.#noteRefused(limited);
    else if (status !== 503) this.#noteRefused(invalid);
    else {
      this.#noteRefused(putOff);
      // What a disk said that it has not written may be there all the same, once the relay is killed.
      this.open += 1;
      if (report.form !== 'invalid') this.#findSends(report.eventId).open += 1;
    }
  }

  #noteRefused(counts) {
    counts.answered += 1;
    this.#latest.push({ counts, atMs: performance.now() });
    while (this.#latest[0].atMs < performance.now() - FORGETTABLE_MS) this.#latest.shift();
  }

  /** What was just counted in memory may have gone with the relay. */
  #forgetLatest() {
    for (const { counts, atMs } of this.#latest.splice(0)) {
      if (atMs < performance.now() - FORGETTABLE_MS) continue;
      counts.answered -= 1;
      counts.open += 1;
      this.open += 1;
    }
  }

  /** It may have arrived, or have arrived once more, and nobody knows what it ended in. */
  #leaveOpen({ eventId, form }) {
    // It counts as nothing.
    if (form === 'unknown') return;
    const { putOff, ...others } = this.refusals;
    this.open += 1;
    putOff.open += 1;
    if (form === 'invalid') others.invalid.open += 1;
    else this.#findSends(eventId).open += 1;
    if (form === 'limited') others.limited.open += 1;
  }

  #remember({ eventId, form }, { status, isUndecided }) {
    if (status === 429) this.limited += 1;
    if (status === 200) this.acknowledged.add(eventId);
    else if (status >= 400 && status < 500) this.#refused.add(eventId);
    else {
      // The renderer's 503 does not know what a relay that ended had taken.
      if (status !== 503) this.unanswered += 1;
      else if (form !== 'unknown' || !isUndecided) this.putOff += 1;
      this.#open.add(eventId);
    }
  }

  #findSends(eventId) {
    const counts = this.sends.get(eventId) ?? { acknowledged: 0, open: 0 };
    this.sends.set(eventId, counts);
    return counts;
  }

  #createAny() {
    // However short the load: some have one.
    if (this.sent === 0 || this.#random() < SHARES.attached) return this.#createAttached();
    if (this.#limitedKey && this.#random() < SHARES.limited) return this.#createLimited();
    return this.#random() < SHARES.wrong ? this.#createWrong() : this.#create();
  }

  /** Of an id that is sent once: what comes with an event that is there already is not kept. */
  #createAttached() {
    const eventId = hex(this.#random, 32);
    const item = JSON.stringify({
      type: 'attachment',
      filename: 'log.txt',
      length: ATTACHED_BYTES,
    });
    return {
      eventId,
      publicKey: PROJECT.publicKey,
      headers: {},
      body: Buffer.concat([this.#createSmall(eventId), Buffer.from(`${item}\n`), ATTACHED]),
      form: 'good',
      isAttached: true,
    };
  }

  #create() {
    return this.#createGood(this.#chooseId());
  }

  /** The same, of a sender over its limit, but for few of them: read to its end, or refused unread. */
  #createLimited() {
    const report = this.#createGood(hex(this.#random, 32));
    return { ...report, publicKey: this.#limitedKey, form: 'limited' };
  }

  #createGood(eventId) {
    const template = pick(this.#random, this.#templates);
    const isLarge = this.#random() < SHARES.large;
    const plain = isLarge ? template.with(eventId) : this.#createSmall(eventId);
    const isCompressed = this.#random() < SHARES.gzip;
    return {
      eventId,
      publicKey: PROJECT.publicKey,
      headers: isCompressed ? { 'Content-Encoding': 'gzip' } : {},
      body: isCompressed ? gzipSync(plain) : plain,
      form: 'good',
    };
  }

  #chooseId() {
    if (this.#recent.length > 0 && this.#random() < SHARES.again) {
      this.again += 1;
      return pick(this.#random, this.#recent);
    }
    const eventId = hex(this.#random, 32);
    this.#recent.push(eventId);
    if (this.#recent.length > REMEMBERED) this.#recent.shift();
    return eventId;
  }

  #createSmall(eventId) {
    const number = Math.floor(this.#random() * GROUPS);
    const event = {
      event_id: eventId,
      level: 'error',
      user: { id: String(Math.floor(this.#random() * 500)) },
      exception: { values: [{ type: `SmallError${number}`, value: 'x is undefined' }] },
    };
    return toEnvelope(eventId, JSON.stringify(event));
  }

  /** With a key that nobody has, cut off, or of an encoding that nobody knows. */
  #createWrong() {
    const eventId = hex(this.#random, 32);
    const body = this.#createSmall(eventId);
    const right = {
      eventId,
      publicKey: PROJECT.publicKey,
      headers: {},
      body,
      form: 'invalid',
    };
    return pick(this.#random, [
      { ...right, publicKey: '0'.repeat(32), form: 'unknown' },
      { ...right, body: body.subarray(0, -20) },
      { ...right, headers: { 'Content-Encoding': 'rot13' } },
    ]);
  }

  /**
   * Resolves with what a whole answer said, with nothing when there was none; `isRefused`: nobody listened; `isAway`: the
   * renderer answered for a relay that did not.
   */
  #post(url, headers, body) {
    return new Promise((resolve) => {
      const options = {
        method: 'POST',
        agent: this.#agent,
        timeout: ANSWER_TIMEOUT_MS,
        headers: { ...headers, 'Content-Length': body.length },
      };
      const sending = request(url, options, (answer) => {
        answer.resume();
        const { statusCode: status, headers: said } = answer;
        const isAway = status === 503 && said['x-sentry-error'] === RELAY_AWAY;
        const isUndecided = status === 503 && said['x-sentry-error'] === KEYS_AWAY;
        const retryAfter = said['retry-after'];
        answer.on('end', () => resolve({ status, retryAfter, isAway, isUndecided }));
        answer.on('error', () => resolve({}));
        answer.on('close', () => resolve({}));
      });
      sending.on('timeout', () => sending.destroy());
      sending.on('error', ({ code }) => resolve({ isRefused: code === 'ECONNREFUSED' }));
      sending.end(body);
    });
  }
}

/** No answer is one that leaves it open, and so is the 503 that says when to come again. */
function isExpected({ status, retryAfter, form }) {
  if (status === undefined) return true;
  if (status === 503 || status === 429) {
    return /^\d+$/.test(retryAfter ?? '') && (status === 503 || form === 'limited');
  }
  if (status === 200) return form === 'good' || form === 'limited';
  return status < 500 && (form === 'invalid' || form === 'unknown');
}

async function until(what, isSo) {
  const endMs = performance.now() + PATIENCE_MS;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`Waited in vain for ${what}.`);
    await pause(LOOK_EVERY_MS);
  }
}

function toEnvelope(eventId, payload) {
  const header = JSON.stringify({ event_id: eventId });
  const item = JSON.stringify({ type: 'event', length: Buffer.byteLength(payload) });
  return Buffer.from(`${header}\n${item}\n${payload}\n`);
}
