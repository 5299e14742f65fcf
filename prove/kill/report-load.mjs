import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { EnvelopeTemplate } from '../../bench/fixtures/envelope.mjs';
import { hex, pick } from '../../bench/fixtures/random.mjs';
import { PROJECT } from '../../bench/processes/errata.mjs';

const GROUPS = 12;
const MOST_PAUSE_MS = 40;
/** Where nobody answers, so many times as long: to be refused costs little, and would be most of the load. */
const PATIENCE = 10;
const LOOK_EVERY_MS = 10;
const ANSWER_TIMEOUT_MS = 30_000;
/** Longer than anything is waited for that comes back at all. */
const PATIENCE_MS = 60_000;
/** How much of the load is large, compressed, sent again, to be refused, or has a file. */
const SHARES = { large: 0.3, gzip: 0.4, again: 0.1, wrong: 0.1, attached: 0.02 };
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
  /** What became of requests that came to a service and were not to be refused, by id. @type {Map<string, { acknowledged: number, open: number }>} */
  sends = new Map();
  sent = 0;
  /** To be refused for what they are. */
  wrong = 0;
  again = 0;
  /** Without a whole answer. */
  unanswered = 0;
  /** Answered 503. */
  putOff = 0;
  /** A line for each answer that the report it came to should not have had. @type {string[]} */
  strange = [];
  #refused = new Set();
  #open = new Set();
  #recent = [];
  #random;
  #templates;
  #agent = new Agent({ keepAlive: true });
  #isStopped = false;
  #underWay = new Set();
  #endings = 0;
  #senders;

  /** @param {{ urls: readonly string[], senders: number, random: () => number }} options */
  constructor({ urls, senders, random }) {
    this.#random = random;
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

  get mostRefused() {
    return { invalid: this.wrong, putOff: this.putOff + this.unanswered };
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
   * sends again what the end of a connection has met.
   *
   * @param {Promise<unknown>} ended
   */
  async noteEnding(ended) {
    for (const { counts } of this.#underWay) counts.open += 1;
    this.#endings += 1;
    await ended.finally(() => (this.#endings -= 1));
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
      const mostMs =
        status === undefined || status >= 500 ? PATIENCE * MOST_PAUSE_MS : MOST_PAUSE_MS;
      await pause(this.#random() * mostMs);
    }
  }

  async #send(url, report) {
    const { eventId, query, headers, body, isWrong, isAttached } = report;
    this.sent += 1;
    const counts = this.#countsOf(report);
    const underWay = { counts };
    this.#underWay.add(underWay);
    if (this.#endings > 0) counts.open += 1;
    const { status, retryAfter, isRefused } = await this.#post(
      `${url}/api/${PROJECT.id}/envelope/?${query}`,
      headers,
      body,
    );
    this.#remember(eventId, status);
    this.#underWay.delete(underWay);
    if (!isRefused) counts[status === 200 ? 'acknowledged' : 'open'] += 1;
    if (isAttached && status === 200) this.attached.add(eventId);
    if (!isExpected({ status, retryAfter, isWrong })) {
      const what = `${eventId}, ${isWrong ? 'wrong' : 'good'},`;
      this.strange.push(`${what} was answered ${status}, Retry-After ${retryAfter}`);
    }
    return status;
  }

  #remember(eventId, status) {
    if (status === 200) this.acknowledged.add(eventId);
    else if (status >= 400 && status < 500) this.#refused.add(eventId);
    else {
      // The renderer's 503 does not know what a relay that ended had taken.
      if (status === 503) this.putOff += 1;
      else this.unanswered += 1;
      this.#open.add(eventId);
    }
  }

  /** Also of a request that is to be refused, whose counts nobody reads. */
  #countsOf({ eventId, isWrong }) {
    const counts = this.sends.get(eventId) ?? { acknowledged: 0, open: 0 };
    if (!isWrong) this.sends.set(eventId, counts);
    return counts;
  }

  #createAny() {
    // However short the load: some have one.
    if (this.sent === 0 || this.#random() < SHARES.attached) return this.#createAttached();
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
      query: `sentry_key=${PROJECT.publicKey}`,
      headers: {},
      body: Buffer.concat([this.#createSmall(eventId), Buffer.from(`${item}\n`), ATTACHED]),
      isWrong: false,
      isAttached: true,
    };
  }

  #create() {
    const eventId = this.#chooseId();
    const template = pick(this.#random, this.#templates);
    const isLarge = this.#random() < SHARES.large;
    const plain = isLarge ? template.with(eventId) : this.#createSmall(eventId);
    const isCompressed = this.#random() < SHARES.gzip;
    return {
      eventId,
      query: `sentry_key=${PROJECT.publicKey}`,
      headers: isCompressed ? { 'Content-Encoding': 'gzip' } : {},
      body: isCompressed ? gzipSync(plain) : plain,
      isWrong: false,
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
    this.wrong += 1;
    const eventId = hex(this.#random, 32);
    const body = this.#createSmall(eventId);
    const right = {
      eventId,
      query: `sentry_key=${PROJECT.publicKey}`,
      headers: {},
      body,
      isWrong: true,
    };
    return pick(this.#random, [
      { ...right, query: `sentry_key=${'0'.repeat(32)}` },
      { ...right, body: body.subarray(0, -20) },
      { ...right, headers: { 'Content-Encoding': 'rot13' } },
    ]);
  }

  /** Resolves with what a whole answer said, with nothing when there was none; `isRefused`: nobody listened. */
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
        answer.on('end', () => resolve({ status, retryAfter: said['retry-after'] }));
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
function isExpected({ status, retryAfter, isWrong }) {
  if (status === undefined) return true;
  if (status === 503) return /^\d+$/.test(retryAfter ?? '');
  return status < 500 && (status === 200) !== isWrong;
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
