import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT } from '../processes/environment.mjs';
import { importBuilt } from '../processes/errata.mjs';
import { createReports } from './any-report.mjs';

const { errorCatalogue } = await importBuilt('libs/shared/src/index.js');

const SENDERS = 12;
const MOST_PAUSE_MS = 40;
/** A sender pauses so many times as long after a 5xx or no answer: refusals cost little, and would be most of the load. */
const PATIENCE = 10;
const LOOK_EVERY_MS = 10;
const ANSWER_TIMEOUT_MS = 30_000;
/** Longer than anything is waited for that comes back at all. */
const PATIENCE_MS = 180_000;
/** The renderer says this when the relay gives no answer: nobody knows what became of the report. */
const RELAY_AWAY = errorCatalogue['relay.unavailable'].message;
/** A relay says this of a key that it has never seen, while its database answers late. */
const KEYS_AWAY = errorCatalogue['keys.unavailable'].message;
/** A relay keeps refusals in memory and writes them each second, and later under load: an end may forget them. */
const FORGETTABLE_MS = 3000;

/**
 * Senders post one report after the other, over connections that are kept alive. They go on when the service that they send
 * to ends. Receipts are kept by event id.
 */
export class ReportLoad {
  /** Sent once or more, and answered 200 at least once. @type {Set<string>} */
  acknowledged = new Set();
  /** Those among them that came with a file: each of them once. @type {Set<string>} */
  attached = new Set();
  /** What became of requests that came to a service and may have been taken, by id. @type {Map<string, { acknowledged: number, open: number }>} */
  sends = new Map();
  /** How many requests were told that they end so, and how many more may have. */
  refusals = {
    invalid: { answered: 0, open: 0 },
    limited: { answered: 0, open: 0 },
    putOff: { answered: 0, open: 0 },
  };
  /** How many requests may have arrived, or arrived once more, that nobody knows the answer of. */
  open = 0;
  sent = 0;
  again = 0;
  /** Answered 429. */
  limited = 0;
  /** Requests without a whole answer, or answered 503. @type {{ url: string, status?: number }[]} */
  upsets = [];
  /** A line for each answer that the report it came to should not have had. @type {string[]} */
  strange = [];
  #refused = new Set();
  #unsure = new Set();
  #random;
  #mostPauseMs;
  #reports;
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
   * @param {string} [options.limitedKey] a key of the project of which few reports are taken
   * @param {number} [options.mostPauseMs] of a sender between a report and the next
   */
  constructor({ urls, random, limitedKey, mostPauseMs = MOST_PAUSE_MS }) {
    this.#random = random;
    this.#mostPauseMs = mostPauseMs;
    this.#reports = createReports(random, limitedKey);
    this.#senders = Array.from({ length: SENDERS }, (_, index) =>
      this.#sendInTurn(urls[index % urls.length]),
    );
  }

  /** Ids that were refused by an answer every time they were sent: none of them may be stored. */
  get refused() {
    return this.#refused.difference(this.#unsure).difference(this.acknowledged);
  }

  get putOff() {
    return this.upsets.filter(({ status }) => status === 503).length;
  }

  /** All of it in numbers, for a table. */
  get counts() {
    return {
      sent: this.sent,
      acknowledged: this.acknowledged.size,
      attached: this.attached.size,
      again: this.again,
      putOff: this.putOff,
      unanswered: this.upsets.length - this.putOff,
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
   * To be told when a relay ends. What is under way until then may arrive twice, though it is sent once: the renderer
   * sends it again. What the relay refused just before may be counted or not.
   */
  async noteEnding(ended) {
    for (const report of this.#underWay) this.#leaveOpen(report);
    this.#endings += 1;
    await ended;
    this.#endings -= 1;
    for (const report of this.#underWay) this.#doubtful.add(report);
    for (const { counts, atMs } of this.#latest.splice(0)) {
      if (atMs >= performance.now() - FORGETTABLE_MS) this.#forget(counts, 1);
    }
  }

  /**
   * To be told that a relay was killed that could not write: nobody knows what it had refused and not counted on disk.
   *
   * @param {ReportLoad['refusals']} before as they were when it still could
   */
  noteForgotten(before) {
    for (const [ending, counts] of Object.entries(this.refusals)) {
      this.#forget(counts, Math.max(0, counts.answered - before[ending].answered));
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
      const status = await this.#send(url, this.#reports.next().value);
      const times = status === undefined || status >= 500 ? PATIENCE : 1;
      await pause(this.#random() * times * this.#mostPauseMs);
    }
  }

  async #send(url, report) {
    const { eventId, form, isAttached, isAgain } = report;
    this.sent += 1;
    if (isAgain) this.again += 1;
    if (form !== 'unknown' && form !== 'invalid') this.#findSends(eventId);
    this.#underWay.add(report);
    if (this.#endings > 0) this.#leaveOpen(report);
    const answer = await this.#post(url, report);
    const { status, retryAfter } = answer;
    this.#remember(url, report, answer);
    this.#underWay.delete(report);
    this.#count(report, answer);
    if (isAttached && status === 200) this.attached.add(eventId);
    if (!isExpected(answer, form)) {
      this.strange.push(`${eventId}, ${form}, was answered ${status}, Retry-After ${retryAfter}`);
    }
    return status;
  }

  #remember(url, { eventId, form }, { status, said }) {
    if (status === 429) this.limited += 1;
    if (status === 200) this.acknowledged.add(eventId);
    else if (status >= 400 && status < 500) this.#refused.add(eventId);
    else {
      // The renderer's 503 does not know what a relay that ended had taken.
      this.#unsure.add(eventId);
      if (form !== 'unknown' || said !== KEYS_AWAY) this.upsets.push({ url, status });
    }
  }

  #count(report, { status, said, isRefused }) {
    const { invalid, limited, putOff } = this.refusals;
    const isDoubtful = this.#doubtful.delete(report);
    // An unknown key counts as nothing.
    if (isRefused || report.form === 'unknown') return;
    if (status === undefined || said === RELAY_AWAY) this.#leaveOpen(report);
    else if (status === 200) this.#findSends(report.eventId).acknowledged += 1;
    else if (isDoubtful) return;
    else if (status === 429) this.#noteRefused(limited);
    else if (status !== 503) this.#noteRefused(invalid);
    else {
      this.#noteRefused(putOff);
      // A full disk may hold a report that it said it has not written, once the relay is killed.
      this.open += 1;
      if (report.form !== 'invalid') this.#findSends(report.eventId).open += 1;
    }
  }

  #noteRefused(counts) {
    counts.answered += 1;
    this.#latest.push({ counts, atMs: performance.now() });
    while (this.#latest[0].atMs < performance.now() - FORGETTABLE_MS) this.#latest.shift();
  }

  #forget(counts, quantity) {
    counts.answered -= quantity;
    counts.open += quantity;
    this.open += quantity;
  }

  /** It may have arrived, or have arrived once more, and nobody knows what it ended in. */
  #leaveOpen({ eventId, form }) {
    if (form === 'unknown') return;
    this.open += 1;
    this.refusals.putOff.open += 1;
    if (form === 'invalid') this.refusals.invalid.open += 1;
    else this.#findSends(eventId).open += 1;
    if (form === 'limited') this.refusals.limited.open += 1;
  }

  #findSends(eventId) {
    return this.sends.getOrInsertComputed(eventId, () => ({ acknowledged: 0, open: 0 }));
  }

  /** Resolves with what a whole answer said, with nothing when there was none; `isRefused`: nobody listened. */
  #post(url, { publicKey, headers, body }) {
    return new Promise((resolve) => {
      const options = {
        method: 'POST',
        agent: this.#agent,
        timeout: ANSWER_TIMEOUT_MS,
        headers: { ...headers, 'Content-Length': body.length },
      };
      const path = `/api/${PROJECT.id}/envelope/?sentry_key=${publicKey}`;
      const sending = request(url + path, options, (answer) => {
        const { statusCode: status, headers: fields } = answer.resume();
        const [retryAfter, said] = [fields['retry-after'], fields['x-sentry-error']];
        answer.on('end', () => resolve({ status, retryAfter, said }));
        answer.on('error', () => resolve({})).on('close', () => resolve({}));
      });
      sending.on('timeout', () => sending.destroy());
      sending.on('error', ({ code }) => resolve({ isRefused: code === 'ECONNREFUSED' }));
      sending.end(body);
    });
  }
}

/** No answer is one that leaves it open, and so is the 503 that says when to come again. */
function isExpected({ status, retryAfter }, form) {
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
