import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { importBuilt } from '../processes/errata.mjs';
import { createReports } from './any-report.mjs';
import { postReport } from './post-report.mjs';
import { Receipts } from './receipts.mjs';

const { errorCatalogue } = await importBuilt('libs/shared/src/index.js');

const SENDERS = 12;
const MOST_PAUSE_MS = 40;
/**
 * A sender pauses this many times longer after a 5xx or no answer. Such failures are fast and would
 * otherwise be most of the load.
 */
const PAUSE_FACTOR = 10;
const LOOK_EVERY_MS = 10;
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
 * Senders post one report after the other over kept-alive connections. They go on when the service
 * that they send to ends. The load remembers for each event and log how its requests were answered.
 */
export class ReportLoad {
  events = new Receipts();
  logs = new Receipts();
  /**
   * Ids of acknowledged events with a file. Each of them is sent only once.
   *
   * @type {Set<string>}
   */
  attached = new Set();
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
  #random;
  #mostPauseMs;
  #relayUrls;
  #reports;
  #agent = new Agent({ keepAlive: true });
  #isStopped = false;
  #underWay = new Set();
  /**
   * Requests that were under way when a relay ended. Even when they were answered, the relay's
   * count of a refusal may be lost.
   */
  #doubtful = new Set();
  #endings = 0;
  #senders;

  /**
   * @param {readonly string[]} options.urls where reports are sent to
   * @param {readonly string[]} options.relayUrls those of relays; a renderer may send a report again
   * @param {string} [options.limitedKey] a key of the project that allows few reports
   * @param {number} [options.mostPauseMs] of a sender between a report and the next
   */
  constructor({ urls, relayUrls, random, limitedKey, mostPauseMs = MOST_PAUSE_MS }) {
    this.#random = random;
    this.#mostPauseMs = mostPauseMs;
    this.#relayUrls = new Set(relayUrls);
    this.#reports = createReports(random, limitedKey);
    this.#senders = Array.from({ length: SENDERS }, (_, index) =>
      this.#sendInTurn(urls[index % urls.length]),
    );
  }

  get putOff() {
    return this.upsets.filter(({ status }) => status === 503).length;
  }

  get counts() {
    return {
      sent: this.sent,
      acknowledged: this.events.acknowledged.size,
      attached: this.attached.size,
      logs: this.logs.acknowledged.size,
      again: this.again,
      putOff: this.putOff,
      unanswered: this.upsets.length - this.putOff,
      refused: this.events.refused.size,
      limited: this.limited,
    };
  }

  /** Resolves when `more` further events are acknowledged. Rejects at the deadline. */
  untilAcknowledged(more) {
    const { acknowledged } = this.events;
    const count = acknowledged.size + more;
    return until(`${more} more events to be acknowledged`, () => acknowledged.size >= count);
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
    for (const report of this.#underWay) this.#leaveRepeated(report);
    this.#endings += 1;
    await ended;
    this.#endings -= 1;
    for (const report of this.#underWay) this.#doubtful.add(report);
    for (const receipts of [this.events, this.logs]) receipts.forgetLatest();
  }

  /** Returns the refusals so far, for `noteForgotten`. */
  copyRefusals() {
    return structuredClone({ events: this.events.refusals, logs: this.logs.refusals });
  }

  /**
   * Call this when a relay that could not write was killed. The counts of refusals that it had only
   * in memory may be lost.
   *
   * @param {ReturnType<ReportLoad['copyRefusals']>} before while the relay could still write
   */
  noteForgotten(before) {
    this.events.forgetSince(before.events);
    this.logs.forgetSince(before.logs);
  }

  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#senders).finally(() => this.#agent.destroy());
  }

  async #sendInTurn(url) {
    while (!this.#isStopped) {
      const report = { ...this.#reports.next().value, isDirect: this.#relayUrls.has(url) };
      const status = await this.#send(url, report);
      const times = status === undefined || status >= 500 ? PAUSE_FACTOR : 1;
      await pause(this.#random() * times * this.#mostPauseMs);
    }
  }

  async #send(url, report) {
    const { eventIds, logs, form, isAttached, isAgain } = report;
    this.sent += 1;
    if (isAgain) this.again += 1;
    if (form !== 'unknown' && form !== 'invalid') {
      this.events.expect(eventIds);
      this.logs.expect(logs);
    }
    this.#underWay.add(report);
    if (this.#endings > 0) this.#leaveRepeated(report);
    const answer = await postReport(this.#agent, url, report);
    const { status, retryAfter } = answer;
    this.#underWay.delete(report);
    this.#remember(url, report, answer);
    if (isAttached && status === 200) for (const id of eventIds) this.attached.add(id);
    if (!isExpected(answer, form)) {
      this.unexpectedAnswers.push(
        `${[...eventIds, ...logs].join(', ')}, ${form}, was answered ${status}, Retry-After ${retryAfter}`,
      );
    }
    return status;
  }

  #remember(url, report, answer) {
    const { eventIds, logs, form } = report;
    const { status, said } = answer;
    if (status === 429) this.limited += 1;
    if (status === 200) {
      this.events.noteTaken(eventIds);
      this.logs.noteTaken(logs);
    } else if (status >= 400 && status < 500) {
      this.events.noteRefused(eventIds);
      // Logs have an allowance of their own, so they may be taken while their event is not.
      if (eventIds.length > 0) this.logs.noteUnsure(logs);
      else this.logs.noteRefused(logs);
    } else {
      // The renderer's 503 does not say whether a relay that ended had taken the report.
      this.events.noteUnsure(eventIds);
      this.logs.noteUnsure(logs);
      if (form !== 'unknown' || said !== KEYS_AWAY) this.upsets.push({ url, status });
    }
    this.#count(report, answer);
  }

  #count(report, { status, said, isRefused }) {
    const isDoubtful = this.#doubtful.delete(report);
    const { eventIds, logs, form } = report;
    // The relay counts nothing for an unknown key.
    if (isRefused || form === 'unknown' || status === 200) return;
    if (status === undefined || said === RELAY_AWAY) this.#leaveOpen(report);
    else if (isDoubtful) this.#leaveLogsOpen(report);
    else if (status === 429) {
      this.events.countRefused(eventIds, 'limited');
      if (eventIds.length > 0) this.logs.leaveOpen(logs, form);
      else this.logs.countRefused(logs, 'limited');
    } else if (status === 503) {
      this.events.countRefused(eventIds, 'putOff');
      // A relay with a full disk answers that a report is not written. When that relay is killed,
      // the report may still be on the disk.
      this.events.leaveTaken(eventIds, form);
      this.#leaveLogsOpen(report);
    } else {
      this.events.countRefused(eventIds, 'invalid');
      this.logs.leaveOpen(logs, form);
    }
  }

  /** Notes that a renderer may have sent this report twice, because a relay ended. */
  #leaveRepeated(report) {
    const { eventIds, form, isDirect } = report;
    if (form === 'unknown') return;
    this.events.leaveOpen(eventIds, form);
    if (!isDirect) this.#leaveLogsOpen(report);
  }

  #leaveOpen(report) {
    const { eventIds, form } = report;
    if (form === 'unknown') return;
    this.events.leaveOpen(eventIds, form);
    this.#leaveLogsOpen(report);
  }

  #leaveLogsOpen({ eventIds, logs, form }) {
    this.logs.leaveOpen(logs, form);
    // A relay that puts a report off unread counts one item, whatever the report holds.
    if (eventIds.length === 0) this.events.leaveUnread();
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
