import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { PROJECT } from '../processes/environment.mjs';
import { importBuilt } from '../processes/errata.mjs';
import { createReports } from './any-report.mjs';

const { errorCatalogue } = await importBuilt('libs/shared/src/index.js');

const SENDERS = 12;
const MOST_PAUSE_MS = 40;
/**
 * A sender pauses this many times longer after a 5xx or no answer. Such failures are fast and would
 * otherwise be most of the load.
 */
const PAUSE_FACTOR = 10;
const LOOK_EVERY_MS = 10;
const ANSWER_TIMEOUT_MS = 30_000;
/** Longer than any wait that still succeeds. */
const WAIT_TIMEOUT_MS = 180_000;
/**
 * The renderer sends this message when the relay gives no answer. The report may or may not have
 * been taken.
 */
const RELAY_AWAY = errorCatalogue['relay.unavailable'].message;
/** A relay sends this message for a key that it has never seen, while its database answers late. */
const KEYS_AWAY = errorCatalogue['keys.unavailable'].message;
/**
 * A relay keeps the counts of refusals in memory and writes them each second, or later under load.
 * Counts younger than this may be lost when the relay ends.
 */
const FORGETTABLE_MS = 3000;

/**
 * Senders post one report after the other over kept-alive connections. They go on when the service
 * that they send to ends. The load remembers for each event id how its requests were answered.
 */
export class ReportLoad {
  /**
   * Ids answered 200 at least once.
   *
   * @type {Set<string>}
   */
  acknowledged = new Set();
  /**
   * Acknowledged ids with a file. Each of them is sent only once.
   *
   * @type {Set<string>}
   */
  attached = new Set();
  /**
   * Requests that a service may have taken, by id: answered 200, or with an unknown answer.
   *
   * @type {Map<string, { acknowledged: number, open: number }>}
   */
  sends = new Map();
  /**
   * For each kind of refusal, `answered` counts the requests that were refused. `open` counts other
   * requests that may have been refused in the same way.
   */
  refusals = {
    invalid: { answered: 0, open: 0 },
    limited: { answered: 0, open: 0 },
    putOff: { answered: 0, open: 0 },
  };
  /** Number of requests without a known answer, which may have arrived once or twice. */
  open = 0;
  sent = 0;
  again = 0;
  limited = 0;
  /**
   * Requests without a whole answer, or answered 503.
   *
   * @type {{ url: string, status?: number }[]}
   */
  upsets = [];
  /**
   * A line for each answer that its report should not have got.
   *
   * @type {string[]}
   */
  unexpectedAnswers = [];
  #refused = new Set();
  #unsure = new Set();
  #random;
  #mostPauseMs;
  #reports;
  #agent = new Agent({ keepAlive: true });
  #isStopped = false;
  #underWay = new Set();
  /**
   * Requests that were under way when a relay ended. Even when they were answered, the relay's
   * count of a refusal may be lost.
   */
  #doubtful = new Set();
  #latest = [];
  #endings = 0;
  #senders;

  /**
   * @param {string} [options.limitedKey] a key of the project that allows few reports
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

  /** Ids that were refused by an answer every time they were sent. None of them may be stored. */
  get refused() {
    return this.#refused.difference(this.#unsure).difference(this.acknowledged);
  }

  get putOff() {
    return this.upsets.filter(({ status }) => status === 503).length;
  }

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

  /** Resolves when `more` further reports are acknowledged. Rejects at the deadline. */
  untilAcknowledged(more) {
    const count = this.acknowledged.size + more;
    return until(`${more} more reports to be acknowledged`, () => this.acknowledged.size >= count);
  }

  untilPutOff(more) {
    const count = this.putOff + more;
    return until(`${more} more reports to be put off`, () => this.putOff >= count);
  }

  /**
   * Call this when a relay ends. Requests under way until then may arrive twice, because the
   * renderer repeats them. Refusals just before the end may be counted or not.
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
   * Call this when a relay that could not write was killed. The counts of refusals that it had only
   * in memory may be lost.
   *
   * @param {ReportLoad['refusals']} before the refusals while the relay could still write
   */
  noteForgotten(before) {
    for (const [ending, counts] of Object.entries(this.refusals)) {
      this.#forget(counts, Math.max(0, counts.answered - before[ending].answered));
    }
  }

  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#senders).finally(() => this.#agent.destroy());
  }

  async #sendInTurn(url) {
    while (!this.#isStopped) {
      const status = await this.#send(url, this.#reports.next().value);
      const times = status === undefined || status >= 500 ? PAUSE_FACTOR : 1;
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
      this.unexpectedAnswers.push(
        `${eventId}, ${form}, was answered ${status}, Retry-After ${retryAfter}`,
      );
    }
    return status;
  }

  #remember(url, { eventId, form }, { status, said }) {
    if (status === 429) this.limited += 1;
    if (status === 200) this.acknowledged.add(eventId);
    else if (status >= 400 && status < 500) this.#refused.add(eventId);
    else {
      // The renderer's 503 does not say whether a relay that ended had taken the report.
      this.#unsure.add(eventId);
      if (form !== 'unknown' || said !== KEYS_AWAY) this.upsets.push({ url, status });
    }
  }

  #count(report, { status, said, isRefused }) {
    const { invalid, limited, putOff } = this.refusals;
    const isDoubtful = this.#doubtful.delete(report);
    // The relay counts nothing for an unknown key.
    if (isRefused || report.form === 'unknown') return;
    if (status === undefined || said === RELAY_AWAY) this.#leaveOpen(report);
    else if (status === 200) this.#findSends(report.eventId).acknowledged += 1;
    else if (isDoubtful) return;
    else if (status === 429) this.#noteRefused(limited);
    else if (status !== 503) this.#noteRefused(invalid);
    else {
      this.#noteRefused(putOff);
      // A relay with a full disk answers that a report is not written. When that relay is killed,
      // the report may still be on the disk.
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

  /** Notes that this report may have arrived, or arrived once more, with an unknown outcome. */
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

  /**
   * Resolves with the answer, or with an empty object without one. `isRefused` means that nothing
   * listened on the port.
   */
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

/**
 * True when a report of this form may get this answer. A missing answer is always accepted. A 503
 * or 429 needs Retry-After.
 */
function isExpected({ status, retryAfter }, form) {
  if (status === undefined) return true;
  if (status === 503 || status === 429) {
    return /^\d+$/.test(retryAfter ?? '') && (status === 503 || form === 'limited');
  }
  if (status === 200) return form === 'good' || form === 'limited';
  return status < 500 && (form === 'invalid' || form === 'unknown');
}

async function until(what, isSo) {
  const endMs = performance.now() + WAIT_TIMEOUT_MS;
  while (!isSo()) {
    if (performance.now() > endMs) throw new Error(`Waited in vain for ${what}.`);
    await pause(LOOK_EVERY_MS);
  }
}
