import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { importBuilt } from '../../scripts/support/import-built.mjs';
import { until } from '../../scripts/support/until.mjs';
import { toEnvelopeUrl } from '../processes/environment.mjs';
import { createReports } from './any-report.mjs';
import { post } from './post.mjs';
import { Receipts } from './receipts.mjs';

const { errorCatalogue } = await importBuilt('libs/shared/src/index.js');

const SENDERS = 12;
const ANSWER_TIMEOUT_MS = 30_000;
const MOST_PAUSE_MS = 40;
/**
 * A sender pauses this many times longer after a 5xx or no answer. Such failures are fast and would
 * otherwise be most of the load.
 */
const PAUSE_FACTOR = 10;
/** Longer than any wait that still succeeds. */
const WITHIN = { withinMs: 180_000, everyMs: 10 };
/** A relay sends this message for a key that it has never seen, while its database answers late. */
const KEYS_AWAY = errorCatalogue['keys.unavailable'].message;

/**
 * Senders post one report after the other. They go on when the service that they send to ends. The
 * load remembers for each event, log and span how its requests were answered.
 */
export class ReportLoad {
  events = new Receipts();
  logs = new Receipts();
  spans = new Receipts();
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
  /** Every other sender opens a connection for each report. */
  #agents = [true, false].map((keepAlive) => new Agent({ keepAlive }));
  #isStopped = false;
  #underWay = new Set();
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
      this.#sendInTurn(
        urls[index % urls.length],
        this.#agents[Math.floor(index / urls.length) % this.#agents.length],
      ),
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
      spans: this.spans.acknowledged.size,
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
    return until(
      `${more} more events to be acknowledged`,
      () => acknowledged.size >= count,
      WITHIN,
    );
  }

  untilPutOff(more) {
    const count = this.putOff + more;
    return until(`${more} more reports to be put off`, () => this.putOff >= count, WITHIN);
  }

  /**
   * Call this when a relay ends. Requests under way until then may arrive twice, because the
   * renderer repeats them.
   */
  async noteEnding(ended) {
    for (const report of this.#underWay) this.#leaveRepeated(report);
    this.#endings += 1;
    await ended;
    this.#endings -= 1;
  }

  async stop() {
    this.#isStopped = true;
    await Promise.all(this.#senders).finally(() => {
      for (const agent of this.#agents) agent.destroy();
    });
  }

  async #sendInTurn(url, agent) {
    while (!this.#isStopped) {
      const report = { ...this.#reports.next().value, isDirect: this.#relayUrls.has(url) };
      const status = await this.#send(url, agent, report);
      const times = status === undefined || status >= 500 ? PAUSE_FACTOR : 1;
      await pause(this.#random() * times * this.#mostPauseMs);
    }
  }

  async #send(url, agent, report) {
    const { eventIds, logs, spans, form, isAttached, isAgain, publicKey } = report;
    this.sent += 1;
    if (isAgain) this.again += 1;
    if (form !== 'unknown' && form !== 'invalid') {
      this.events.expect(eventIds);
      this.logs.expect(logs);
      this.spans.expect(spans);
    }
    this.#underWay.add(report);
    if (this.#endings > 0) this.#leaveRepeated(report);
    const sent = { ...report, timeoutMs: ANSWER_TIMEOUT_MS };
    const {
      status,
      headers = {},
      isRefused,
    } = await post(toEnvelopeUrl(url, publicKey), agent, sent);
    const [retryAfter, said] = [headers['retry-after'], headers['x-sentry-error']];
    const answer = { status, retryAfter, said, isRefused };
    this.#underWay.delete(report);
    this.#remember(url, report, answer);
    if (isAttached && status === 200) for (const id of eventIds) this.attached.add(id);
    if (!isExpected(answer, form)) {
      this.unexpectedAnswers.push(
        `${[...eventIds, ...logs, ...spans].join(', ')}, ${form}, was answered ${status}, Retry-After ${retryAfter}`,
      );
    }
    return status;
  }

  #remember(url, report, answer) {
    const { eventIds, logs, spans, form } = report;
    const { status, said } = answer;
    if (status === 429) this.limited += 1;
    if (status === 200) {
      this.events.noteTaken(eventIds);
      this.logs.noteTaken(logs);
      this.spans.noteTaken(spans);
    } else if (status >= 400 && status < 500) {
      this.events.noteRefused(eventIds);
      if (eventIds.length > 0) this.logs.noteUnsure(logs);
      else this.logs.noteRefused(logs);
    } else {
      // The renderer's 503 does not say whether a relay that ended had taken the report.
      this.events.noteUnsure(eventIds);
      this.logs.noteUnsure(logs);
      if (form !== 'unknown' || said !== KEYS_AWAY) this.upsets.push({ url, status });
    }
    this.#leaveOpen(report, answer);
  }

  /** Notes what a service may have taken although its answer does not say so. */
  #leaveOpen({ eventIds, logs, spans, form }, { status, isRefused }) {
    if (isRefused || form === 'unknown' || form === 'invalid' || status === 200) return;
    // A relay with a full disk answers that a report is not written. When that relay is killed,
    // the report may still be on the disk.
    const isUnsure = status === undefined || status === 503;
    if (isUnsure) this.events.leaveOpen(eventIds);
    if (isUnsure) this.spans.leaveOpen(spans);
    // Logs have an allowance of their own, so they may be taken while their event is not.
    if (isUnsure || eventIds.length > 0) this.logs.leaveOpen(logs);
  }

  /** Notes that a renderer may have sent this report twice, because a relay ended. */
  #leaveRepeated({ eventIds, logs, spans, form, isDirect }) {
    if (form === 'unknown' || form === 'invalid') return;
    this.events.leaveOpen(eventIds);
    if (isDirect) return;
    this.logs.leaveOpen(logs);
    this.spans.leaveOpen(spans);
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
