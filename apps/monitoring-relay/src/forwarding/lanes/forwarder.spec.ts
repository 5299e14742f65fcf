import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseDsn } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { Pause } from '#telemetry/plain';
import { holdLog } from '../../../test/support/hold-log.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { EVERY, useSpool } from '../../../test/support/use-spool.ts';
import { RelayMetrics } from '../../metrics/relay-metrics.ts';
import type { ForwardBody } from '../../spool/ports/forward-queue.ts';
import type { IncomingReport } from '../../spool/ports/spool-intake.ts';
import { ForwardMetrics } from '../forward-metrics.ts';
import { Forwarder } from './forwarder.ts';
import type { OutgoingEnvelope } from '../outgoing/outgoing-envelope.ts';
import { Sender } from '../outgoing/sender.ts';
import type { UpstreamAnswer, UpstreamClient } from '../upstream/upstream-client.ts';
import { UpstreamFault } from '../upstream/upstream-client.ts';
import { UpstreamLimits } from '../upstream/upstream-limits.ts';
import { type Upstream, Upstreams } from '../upstream/upstreams.ts';

const HOUR_MS = 3_600_000;
const OK: Answer = {};
const never = (): Promise<Answer> => new Promise(() => undefined);
const limited = (rateLimits: string): Answer => ({ status: 429, rateLimits });
const away = (retryAfter?: string): Answer => ({ status: 503, retryAfter });

interface Answer {
  readonly status?: number;
  readonly retryAfter?: string | undefined;
  readonly rateLimits?: string;
}

function toUpstreamFault(cause: Error): never {
  throw new UpstreamFault(cause.message, true, { cause });
}

class ClientDouble implements Pick<UpstreamClient, 'send'> {
  readonly sent: string[] = [];
  answer: (text: string) => Answer | Promise<Answer> = () => OK;

  async send(to: Upstream, { body }: OutgoingEnvelope, signal: AbortSignal) {
    const bytes = body instanceof Readable ? await buffer(body).catch(toUpstreamFault) : body;
    const text = `${to.name.at(-1)} ${bytes.toString()}`;
    this.sent.push(text);
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new UpstreamFault('aborted', true)));
    });
    const { status = 200, retryAfter, rateLimits } = await Promise.race([this.answer(text), gone]);
    const headers = { retryAfter, rateLimits, error: undefined, location: undefined };
    return { status, headers, body: '' } satisfies UpstreamAnswer;
  }

  /** Gives each of `answers` to one send, and then takes all reports. */
  answerWith(...answers: Answer[]): void {
    this.answer = () => answers.shift() ?? OK;
  }
}

class ClockPause extends Pause {
  readonly waitsMs: number[] = [];

  constructor(private readonly ofClock: ClockDouble) {
    super();
  }

  override async wait(ms: number, signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (signal.aborted) return;
    this.waitsMs.push(ms);
    this.ofClock.ms += ms;
  }
}

let clock: ClockDouble;
let pause: ClockPause;
let client: ClientDouble;
let forwarder: Forwarder;

const upstreams = new Upstreams(
  {
    bySlug: new Map([
      ['one', parseDsn('https://k@up.example/1')!],
      ['two', parseDsn('https://k@up.example/2')!],
      ['elsewhere', parseDsn('https://k@elsewhere.example/9')!],
    ]),
  },
  { findSlug: (id) => ['', 'one', 'two', 'three', 'elsewhere'][id] },
);

function createForwarder({ maxBytes = Infinity, maxAgeMs = HOUR_MS } = {}): Forwarder {
  const metrics = new ForwardMetrics(new RelayMetrics('1'));
  const limits = new UpstreamLimits();
  const sender = new Sender({ client, limits, maxSends: 2, metrics, clock });
  const bounds = { maxBytes, maxAgeMs };
  const queue = spool.forwards;
  return new Forwarder({ queue, upstreams, sender, bounds, metrics, clock, pause });
}

afterEach(() => forwarder.stop());

const { file, spool, listTallies, ...held } = useSpool();
const lines = holdLog();

beforeEach(() => {
  clock = new ClockDouble();
  pause = new ClockPause(clock);
  client = new ClientDouble();
  forwarder = createForwarder();
});

const append = (text: string, traits: Partial<IncomingReport> = {}): Promise<number> =>
  held.append(`{"m":"${text}"}`, { receivedAtMs: clock.ms, forwarding: 'alone', ...traits });

async function appendAll(...texts: string[]): Promise<void> {
  for (const text of texts) await append(text);
}

async function settled(isSettled: () => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!isSettled()) {
    if (performance.now() > endMs) throw new Error('It has not come to that in 30 s.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const emptied = (): Promise<void> => settled(() => spool.forwards.amount.reports === 0);

/** Wakes the forwarder, and waits until no report is left. */
async function sendAll(): Promise<void> {
  forwarder.wake();
  await emptied();
}

/** Wakes the forwarder, and waits until so many sends have begun. */
async function beginSends(count = 1): Promise<void> {
  forwarder.wake();
  await settled(() => client.sent.length === count);
}

async function dropOld(): Promise<void> {
  clock.ms += 2 * HOUR_MS;
  await settled(() => forwarder.findLane(1)?.current === undefined);
  await forwarder.keepBounds();
}

const sentBy = (...texts: string[]): string[] => texts.map((text) => `1 {"m":"${text}"}`);
const countLines = (part: string): number => lines.filter((line) => line.includes(part)).length;

describe('a forwarder', () => {
  it('sends waiting and new reports in order, and tallies each as it settles it', async () => {
    await append('a');
    forwarder.wake();
    await append('b');
    await append('c');
    await sendAll();
    expect(client.sent).toEqual(sentBy('a', 'b', 'c'));
    expect(listTallies()).toEqual(['3 error forwarded/sent']);
  });

  it('sends the reports of a project one at a time, and other projects beside it', async () => {
    let release!: () => void;
    const isReleased = new Promise<Answer>((resolve) => (release = () => resolve(OK)));
    client.answer = (text) => (text.startsWith('1') ? isReleased : OK);
    for (const projectId of [1, 1, 2, 2]) await append('a', { projectId });
    forwarder.wake();
    await settled(() => !spool.forwards.projects.has(2));
    expect(client.sent.filter((text) => text.startsWith('1'))).toHaveLength(1);
    release();
    await emptied();
  });

  it('sends to one upstream while another holds as many sends as it may', async () => {
    client.answer = (text) => (text.startsWith('9') ? OK : never());
    for (const projectId of [1, 2]) await append('a', { projectId });
    await beginSends(2);
    await append('b', { projectId: 4 });
    forwarder.wake();
    await settled(() => !spool.forwards.projects.has(4));
    expect(client.sent.at(-1)).toBe('9 {"m":"b"}');
  });

  it('moves the time of sending by the time that a report waited', async () => {
    const toBody = (sentAt: string) => `{"sent_at":"${sentAt}"}`;
    await append('a', { body: Buffer.from(toBody('2026-01-05T12:00:00.000Z')) });
    clock.ms += 1_200_000;
    await sendAll();
    expect(client.sent).toEqual([`1 ${toBody('2026-01-05T12:20:00.000Z')}`]);
  });

  it('retries an upstream that is away ever less often, at least every minute', async () => {
    await append('a');
    client.answerWith(...Array.from({ length: 19 }, () => away()));
    await sendAll();
    expect(Math.max(...pause.waitsMs)).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...pause.waitsMs)).toBeLessThanOrEqual(60_000);
    expect(pause.waitsMs[0]).toBeLessThanOrEqual(100);
    expect(countLines('does not answer')).toBe(1);
    expect(lines.at(-1)).toContain('accepts reports again');
  });

  it('says why a lane waits until a report has passed, also during a retry', async () => {
    await appendAll('a', 'b');
    const told: (string | undefined)[] = [];
    client.answer = () => {
      told.push(forwarder.findLane(1)?.hold?.why);
      return told.length < 3 ? away() : OK;
    };
    await sendAll();
    const why = expect.stringContaining('The upstream does not answer: ');
    expect(told).toEqual([undefined, why, why, undefined]);
  });

  it('retries early when the clock is set back', async () => {
    await append('a');
    client.answerWith(away('3000'));
    forwarder.wake();
    await settled(() => forwarder.findLane(1)?.hold !== undefined);
    clock.ms -= 24 * HOUR_MS;
    const setMs = clock.ms;
    await emptied();
    expect(clock.ms - setMs).toBeLessThanOrEqual(120_000);
  });

  it('logs once that an upstream does not know the key, and keeps the reports', async () => {
    await append('a');
    client.answerWith(...Array.from({ length: 4 }, () => ({ status: 403 })));
    await sendAll();
    expect(countLines('UPSTREAM_DSN')).toBe(1);
  });

  it('sends other reports while limited ones wait, and these when their limit ends', async () => {
    const session = { contents: { kept: {}, filtered: {}, passed: { session: 1 } } } as const;
    await appendAll('limited', 'limited too');
    await append('other', session);
    const told: unknown[] = [];
    client.answer = () => {
      told.push(forwarder.findLane(1)?.hold);
      return client.sent.length === 1 ? limited('50:error:key') : OK;
    };
    const startMs = clock.ms;
    await sendAll();
    expect(told).toEqual([undefined, undefined, undefined, undefined]);
    expect(client.sent).toEqual(sentBy('limited', 'other', 'limited', 'limited too'));
    expect(clock.ms - startMs).toBe(50_000);
  });

  it.each<[string, Answer, number, string]>([
    ['as long as Retry-After asks', away('90'), 90_000, 'aab'],
    ['an hour where Retry-After asks for more', away('99999'), HOUR_MS, 'aab'],
    ['a minute where no kind is limited that waits', limited('50:session:key'), 60_000, 'aab'],
    ['for a limit beside a success', { rateLimits: '50::organization' }, 50_000, 'ab'],
  ])('waits %s', async (_, answer, waitMs, sent) => {
    forwarder = createForwarder({ maxAgeMs: 10 * HOUR_MS });
    await appendAll('a', 'b');
    client.answerWith(answer);
    const startMs = clock.ms;
    await sendAll();
    expect(client.sent).toEqual(sentBy(...sent.split('')));
    expect(clock.ms - startMs).toBe(waitMs);
  });

  it.each([
    ['the upstream refuses', '', 'invalid/upstream', 'ab'],
    ['is damaged', 'UPDATE forwards SET body_checksum = 0 WHERE id = 1', 'failed/damaged', 'b'],
  ])('settles a report that %s, and sends the next', async (_, change, ending, sent) => {
    await appendAll('a', 'b');
    file.db.exec(change);
    client.answer = (text) => (text.includes('a') ? { status: 400 } : OK);
    await sendAll();
    expect(client.sent).toEqual(sentBy(...sent.split('')));
    const tallies = ['1 error forwarded/sent', `1 error ${ending}`];
    expect(new Set(listTallies())).toEqual(new Set(tallies));
  });

  // A firewall also answers 403 to a report that looks like an attack.
  it.each([500, 403])(
    'passes over a report that fails alone (%i), until it is too old',
    async (status) => {
      await append('poison');
      client.answer = (text) => (text.includes('poison') ? { status } : OK);
      await appendAll('b', 'c', 'd');
      forwarder.wake();
      await settled(() => spool.forwards.amount.reports === 1);
      const others = client.sent.filter((text) => !text.includes('poison'));
      expect(others).toEqual(sentBy('b', 'c', 'd'));
      await dropOld();
      await emptied();
      expect(listTallies()).toEqual(['1 error failed/upstream_away', '3 error forwarded/sent']);
    },
  );

  it('keeps a report whose project has no upstream until it is too old', async () => {
    await append('a', { projectId: 3 });
    await forwarder.finish();
    expect(spool.forwards.amount.reports).toBe(1);
    await dropOld();
    expect(listTallies()).toEqual(['1 error failed/upstream_away']);
    expect(forwarder.countLost('no upstream')).toBe(1);
  });

  describe('a report whose body cannot be read from the disk', () => {
    /** Reads the body of the report 1 by `read`. */
    function readFirst(read: (readBody: () => ForwardBody | undefined) => ForwardBody | undefined) {
      const { forwards } = spool;
      const readBody = forwards.readBody.bind(forwards);
      forwards.readBody = (id) => (id === 1 ? read(() => readBody(id)) : readBody(id));
    }

    it('does not hold back other reports, and is dropped when it is too old', async () => {
      await appendAll('a', 'b', 'c');
      readFirst(() => ({ file: '/proc/self/mem', fileBytes: 10 }));
      await beginSends(2);
      expect(client.sent).toEqual(sentBy('b', 'c'));
      expect(lines[0]).toBe('Report 1 cannot be forwarded, because it cannot be read: EIO.');
      expect(countLines('away')).toBe(0);
      await dropOld();
      await emptied();
      expect(listTallies()).toEqual(['1 error failed/upstream_away', '2 error forwarded/sent']);
    });

    it('is not blamed on the upstream, and is sent once its file is readable', async () => {
      const path = join(createTemporaryFolder(), 'body');
      writeFileSync(path, '{}\n');
      await appendAll('a', 'b');
      readFirst(() => ({ file: path, fileBytes: 10 }));
      forwarder.wake();
      await settled(() => spool.forwards.amount.reports === 1);
      const told = 'Report 1 cannot be forwarded, because it cannot be read: its file was cut.';
      expect(new Set(lines)).toEqual(new Set([told]));
      readFirst(() => ({ file: path, fileBytes: 3 }));
      await emptied();
      expect(listTallies()).toEqual(['2 error forwarded/sent']);
    });

    it('does not hold back other reports where its body is in a segment', async () => {
      const fault = Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' });
      let refusals = 20;
      readFirst((readBody) => {
        if (refusals-- > 0) throw fault;
        return readBody();
      });
      await appendAll('a', 'b');
      await sendAll();
      expect(client.sent).toEqual(sentBy('b', 'a'));
    });
  });

  it('aborts a running send some time after it is stopped, and keeps the report', async () => {
    await append('a');
    client.answer = never;
    await beginSends();
    await forwarder.stop();
    expect(pause.waitsMs).toEqual([3000]);
    expect(spool.forwards.amount.reports).toBe(1);
  });

  it('settles a send that ends while the forwarder stops', async () => {
    await append('a');
    let release!: () => void;
    const isReleased = new Promise<Answer>((resolve) => (release = () => resolve(OK)));
    client.answer = () => isReleased;
    await beginSends();
    const stopped = forwarder.stop();
    release();
    await stopped;
    expect(spool.forwards.amount.reports).toBe(0);
  });

  it('does not send a report twice while the spool cannot settle it', async () => {
    await append('a');
    held.refuse('DELETE ON forwards');
    forwarder.wake();
    await settled(() => pause.waitsMs.length > 3);
    held.allow();
    await emptied();
    expect(client.sent).toHaveLength(1);
    expect(listTallies()).toEqual(['1 error forwarded/sent']);
  });
});

describe('a report that is dropped and sent at the same time', () => {
  it('is counted once', async () => {
    await append('a');
    clock.ms += 2 * HOUR_MS;
    held.refuse('DELETE ON forwards');
    const dropping = forwarder.keepBounds();
    await settled(() => pause.waitsMs.length > 0);
    await beginSends();
    held.allow();
    await dropping;
    await settled(() => forwarder.findLane(1) === undefined);
    expect(listTallies()).toHaveLength(1);
  });
});

describe('the bounds of reports that wait to be forwarded', () => {
  it('drop the oldest reports over FORWARD_MAX_BYTES, and log that once a minute', async () => {
    forwarder = createForwarder({ maxBytes: 25 });
    await appendAll('aa', 'bb', 'cc', 'dd');
    await forwarder.keepBounds();
    expect(spool.forwards.list(1, EVERY).map(({ id }) => id)).toEqual([3, 4]);
    expect(listTallies()).toEqual(['2 error failed/upstream_full']);
    expect(forwarder.countLost('up.example/1')).toBe(2);
    for (const text of ['ee', 'ff']) {
      await append(text);
      await forwarder.keepBounds();
    }
    const told = lines.filter((line) => line.includes('FORWARD_MAX_BYTES'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('2 reports');
    clock.ms += 60_000;
    await forwarder.keepBounds();
    expect(lines.at(-1)).toContain('2 reports');
  });

  it('apply as soon as reports arrive', async () => {
    forwarder = createForwarder({ maxBytes: 25 });
    client.answer = () => away();
    for (const text of ['aa', 'bb', 'cc', 'dd']) {
      await append(text);
      forwarder.wake();
    }
    await settled(() => spool.forwards.amount.bytes <= 25);
  });

  it('drop reports that are too old, and count limited ones as rate-limited', async () => {
    client.answer = () => limited('86400:error:key');
    await append('limited');
    await forwarder.finish();
    clock.ms += 2 * HOUR_MS;
    await append('young');
    await forwarder.keepBounds();
    expect(spool.forwards.amount.reports).toBe(1);
    expect(listTallies()).toEqual(['1 error rate_limited/upstream']);
  });

  it('spare a report that is being sent', async () => {
    client.answer = never;
    await append('a');
    await beginSends();
    clock.ms += 2 * HOUR_MS;
    await forwarder.keepBounds();
    expect(spool.forwards.amount.reports).toBe(1);
  });
});
