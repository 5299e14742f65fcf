import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseDsn } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { Logger, Pause } from '#telemetry/plain';
import { silenceLog } from '../../../test/support/silence-log.ts';
import { createIncomingReport } from '../../../test/support/incoming-report.ts';
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts';
import { RelayMetrics } from '../../metrics/relay-metrics.ts';
import type { IncomingReport } from '../../spool/ports/spool-intake.ts';
import { SpoolFile } from '../../spool/file/spool-file.ts';
import { SqliteSpool } from '../../spool/sqlite-spool.ts';
import { ForwardMetrics } from '../forward-metrics.ts';
import { Forwarder } from './forwarder.ts';
import type { OutgoingEnvelope } from '../outgoing/outgoing-envelope.ts';
import { Sender } from '../outgoing/sender.ts';
import {
  type UpstreamAnswer,
  type UpstreamClient,
  UpstreamFault,
} from '../upstream/upstream-client.ts';
import { UpstreamLimits } from '../upstream/upstream-limits.ts';
import { type Upstream, Upstreams } from '../upstream/upstreams.ts';

silenceLog();

const HOUR_MS = 3_600_000;
const OK: Answer = {};

interface Answer {
  readonly status?: number;
  readonly retryAfter?: string;
  readonly rateLimits?: string;
}

function toUpstreamFault(cause: Error): never {
  throw new UpstreamFault(cause.message, true, { cause });
}

class ClientDouble implements Pick<UpstreamClient, 'send'> {
  readonly sent: string[] = [];
  answer: (text: string) => Answer | Promise<Answer> = () => OK;

  async send(
    { name }: Upstream,
    { body }: OutgoingEnvelope,
    signal: AbortSignal,
  ): Promise<UpstreamAnswer> {
    const bytes = body instanceof Readable ? await buffer(body).catch(toUpstreamFault) : body;
    const text = `${name.at(-1)} ${bytes.toString()}`;
    this.sent.push(text);
    const gone = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new UpstreamFault('aborted', true)));
    });
    const { status = 200, retryAfter, rateLimits } = await Promise.race([this.answer(text), gone]);
    const headers = { retryAfter, rateLimits, error: undefined, location: undefined };
    return { status, headers, body: '' };
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

let file: SpoolFile;
let spool: SqliteSpool;
let clock: ClockDouble;
let pause: ClockPause;
let client: ClientDouble;
let forwarder: Forwarder;
let lines: string[];

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

beforeEach(() => {
  const opening = SpoolFile.open(join(createTemporaryFolder(), 'spool.sqlite'), 'one');
  if (!opening.ok) throw new Error(opening.reason);
  file = opening.file;
  spool = new SqliteSpool(file);
  clock = new ClockDouble();
  pause = new ClockPause(clock);
  client = new ClientDouble();
  forwarder = createForwarder();
  lines = [];
  Logger.writeTo(({ text }) => void lines.push(text));
});

afterEach(async () => {
  await forwarder.stop();
  file.close();
});

function append(text: string, traits: Partial<IncomingReport> = {}): Promise<number> {
  const body = Buffer.from(`{"m":"${text}"}`);
  const report = { receivedAtMs: clock.ms, forwarding: 'alone', body, ...traits } as const;
  return spool.append(createIncomingReport(report));
}

async function settled(isSettled: () => boolean): Promise<void> {
  const endMs = performance.now() + 30_000;
  while (!isSettled()) {
    if (performance.now() > endMs) throw new Error('It has not come to that in 30 s.');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const emptied = (): Promise<void> => settled(() => spool.forwards.amount.reports === 0);
const listTallies = (): unknown[] =>
  file.db
    .prepare("SELECT outcome || '/' || reason || ' ' || quantity FROM tallies ORDER BY 1")
    .pluck()
    .all();

describe('a forwarder', () => {
  it('sends waiting and new reports in order, and tallies each as it settles it', async () => {
    await append('a');
    forwarder.wake();
    await append('b');
    await append('c');
    forwarder.wake();
    await emptied();
    expect(client.sent).toEqual(['1 {"m":"a"}', '1 {"m":"b"}', '1 {"m":"c"}']);
    expect(listTallies()).toEqual(['forwarded/sent 3']);
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
    client.answer = (text) => (text.startsWith('9') ? OK : new Promise(() => undefined));
    for (const projectId of [1, 2]) await append('a', { projectId });
    forwarder.wake();
    await settled(() => client.sent.length === 2);
    await append('b', { projectId: 4 });
    forwarder.wake();
    await settled(() => !spool.forwards.projects.has(4));
    expect(client.sent.at(-1)).toBe('9 {"m":"b"}');
  });

  it('moves the time of sending by the time that a report waited', async () => {
    const toBody = (sentAt: string) => `{"sent_at":"${sentAt}"}`;
    await append('a', { body: Buffer.from(toBody('2026-01-05T12:00:00.000Z')) });
    clock.ms += 1_200_000;
    forwarder.wake();
    await emptied();
    expect(client.sent).toEqual([`1 ${toBody('2026-01-05T12:20:00.000Z')}`]);
  });

  it('retries an upstream that is away ever less often, at least every minute', async () => {
    await append('a');
    client.answer = () => (client.sent.length < 20 ? { status: 503 } : OK);
    forwarder.wake();
    await emptied();
    expect(Math.max(...pause.waitsMs)).toBeGreaterThanOrEqual(30_000);
    expect(Math.max(...pause.waitsMs)).toBeLessThanOrEqual(60_000);
    expect(pause.waitsMs[0]).toBeLessThanOrEqual(100);
    expect(lines.filter((line) => line.includes('does not answer'))).toHaveLength(1);
    expect(lines.at(-1)).toContain('accepts reports again');
  });

  it('says why a lane waits until a report has passed, also during a retry', async () => {
    await append('a');
    await append('b');
    const told: (string | undefined)[] = [];
    client.answer = () => {
      told.push(forwarder.findLane(1)?.hold?.why);
      return told.length < 3 ? { status: 503 } : OK;
    };
    forwarder.wake();
    await emptied();
    const why = expect.stringContaining('The upstream does not answer: ');
    expect(told).toEqual([undefined, why, why, undefined]);
  });

  it('waits as long as Retry-After asks, within an hour', async () => {
    forwarder = createForwarder({ maxAgeMs: 10 * HOUR_MS });
    await append('a');
    const waits = ['90', '99999'];
    client.answer = () => {
      const retryAfter = waits.shift();
      return retryAfter ? { status: 503, retryAfter } : OK;
    };
    const startMs = clock.ms;
    forwarder.wake();
    await emptied();
    expect(clock.ms - startMs).toBe(90_000 + HOUR_MS);
  });

  it('retries early when the clock is set back', async () => {
    await append('a');
    client.answer = () => (client.sent.length === 1 ? { status: 503, retryAfter: '3000' } : OK);
    forwarder.wake();
    await settled(() => forwarder.findLane(1)?.hold !== undefined);
    clock.ms -= 24 * HOUR_MS;
    const setMs = clock.ms;
    await emptied();
    expect(clock.ms - setMs).toBeLessThanOrEqual(120_000);
  });

  it('logs once that an upstream does not know the key, and keeps the reports', async () => {
    await append('a');
    client.answer = () => (client.sent.length < 5 ? { status: 403 } : OK);
    forwarder.wake();
    await emptied();
    expect(lines.filter((line) => line.includes('UPSTREAM_DSN'))).toHaveLength(1);
  });

  it('sends other reports while limited ones wait, and these when their limit ends', async () => {
    const session = { contents: { kept: {}, filtered: {}, passed: { session: 1 } } } as const;
    await append('limited');
    await append('limited too');
    await append('other', session);
    const told: unknown[] = [];
    client.answer = () => {
      told.push(forwarder.findLane(1)?.hold);
      return client.sent.length === 1 ? { status: 429, rateLimits: '50:error:key' } : OK;
    };
    const startMs = clock.ms;
    forwarder.wake();
    await emptied();
    expect(told).toEqual([undefined, undefined, undefined, undefined]);
    const texts = ['limited', 'other', 'limited', 'limited too'];
    expect(client.sent).toEqual(texts.map((text) => `1 {"m":"${text}"}`));
    expect(clock.ms - startMs).toBe(50_000);
  });

  it('waits a minute when an upstream limits only kinds that do not wait', async () => {
    await append('a');
    client.answer = () =>
      client.sent.length === 1 ? { status: 429, rateLimits: '50:session:key' } : OK;
    forwarder.wake();
    await emptied();
    expect(client.sent).toHaveLength(2);
    expect(pause.waitsMs).toEqual([60_000]);
  });

  // A firewall also answers 403 to a report that looks like an attack.
  it.each([500, 403])(
    'passes over a report that fails alone (%i), until it is too old',
    async (status) => {
      await append('poison');
      client.answer = (text) => (text.includes('poison') ? { status } : OK);
      for (const text of ['b', 'c', 'd']) await append(text);
      forwarder.wake();
      await settled(() => spool.forwards.amount.reports === 1);
      const others = client.sent.filter((text) => !text.includes('poison'));
      expect(others).toEqual(['b', 'c', 'd'].map((text) => `1 {"m":"${text}"}`));
      clock.ms += 2 * HOUR_MS;
      await settled(() => forwarder.findLane(1)?.current === undefined);
      await forwarder.keepBounds();
      await emptied();
      expect(listTallies()).toEqual(['failed/upstream_away 1', 'forwarded/sent 3']);
    },
  );

  it('keeps a report whose project has no upstream until it is too old', async () => {
    await append('a', { projectId: 3 });
    await forwarder.finish();
    expect(spool.forwards.amount.reports).toBe(1);
    clock.ms += 2 * HOUR_MS;
    await forwarder.keepBounds();
    expect(listTallies()).toEqual(['failed/upstream_away 1']);
    expect(forwarder.countLost('no upstream')).toBe(1);
  });

  describe('a report whose body cannot be read from the disk', () => {
    const isInFile = (id: number, stored: { file: string; fileBytes: number }): void => {
      const { forwards } = spool;
      const readBody = forwards.readBody.bind(forwards);
      forwards.readBody = (asked) => (asked === id ? stored : readBody(asked));
    };

    it('does not hold back other reports, and is dropped when it is too old', async () => {
      isInFile(await append('a'), { file: '/proc/self/mem', fileBytes: 10 });
      await append('b');
      await append('c');
      forwarder.wake();
      await settled(() => client.sent.length === 2);
      expect(client.sent).toEqual(['1 {"m":"b"}', '1 {"m":"c"}']);
      expect(lines[0]).toBe('Report 1 cannot be forwarded, because it cannot be read: EIO.');
      expect(lines.filter((line) => line.includes('away'))).toEqual([]);
      clock.ms += 2 * HOUR_MS;
      await settled(() => forwarder.findLane(1)?.current === undefined);
      await forwarder.keepBounds();
      await emptied();
      expect(listTallies()).toEqual(['failed/upstream_away 1', 'forwarded/sent 2']);
    });

    it('is not blamed on the upstream, and is sent once its file is readable', async () => {
      const path = join(createTemporaryFolder(), 'body');
      writeFileSync(path, '{}\n');
      isInFile(await append('a'), { file: path, fileBytes: 10 });
      await append('b');
      forwarder.wake();
      await settled(() => spool.forwards.amount.reports === 1);
      expect(new Set(lines)).toEqual(
        new Set(['Report 1 cannot be forwarded, because it cannot be read: its file was cut.']),
      );
      isInFile(1, { file: path, fileBytes: 3 });
      await emptied();
      expect(listTallies()).toEqual(['forwarded/sent 2']);
    });

    it('does not hold back other reports where its body is in a segment', async () => {
      const { forwards } = spool;
      const readBody = forwards.readBody.bind(forwards);
      const fault = Object.assign(new Error('EMFILE'), { code: 'EMFILE', syscall: 'open' });
      const first = await append('a');
      let refusals = 20;
      forwards.readBody = (id) => {
        if (id === first && refusals-- > 0) throw fault;
        return readBody(id);
      };
      await append('b');
      forwarder.wake();
      await emptied();
      expect(client.sent).toEqual(['1 {"m":"b"}', '1 {"m":"a"}']);
    });
  });

  it('settles a report whose body is damaged as failed, and sends the next', async () => {
    await append('a');
    await append('b');
    file.db.exec('UPDATE forwards SET body_checksum = 0 WHERE id = 1');
    forwarder.wake();
    await emptied();
    expect(client.sent).toEqual(['1 {"m":"b"}']);
    expect(listTallies()).toEqual(['failed/damaged 1', 'forwarded/sent 1']);
  });

  it('aborts a running send some time after it is stopped, and keeps the report', async () => {
    await append('a');
    client.answer = () => new Promise(() => undefined);
    forwarder.wake();
    await settled(() => client.sent.length === 1);
    await forwarder.stop();
    expect(pause.waitsMs).toEqual([3000]);
    expect(spool.forwards.amount.reports).toBe(1);
  });

  it('settles a send that ends while the forwarder stops', async () => {
    await append('a');
    let release!: () => void;
    const isReleased = new Promise<Answer>((resolve) => (release = () => resolve(OK)));
    client.answer = () => isReleased;
    forwarder.wake();
    await settled(() => client.sent.length === 1);
    const stopped = forwarder.stop();
    release();
    await stopped;
    expect(spool.forwards.amount.reports).toBe(0);
  });

  it('does not send a report twice while the spool cannot settle it', async () => {
    await append('a');
    const refuse = 'CREATE TRIGGER refuse BEFORE DELETE ON forwards';
    file.db.exec(`${refuse} BEGIN SELECT raise(ABORT, 'full'); END`);
    forwarder.wake();
    await settled(() => pause.waitsMs.length > 3);
    file.db.exec('DROP TRIGGER refuse');
    await emptied();
    expect(client.sent).toHaveLength(1);
    expect(listTallies()).toEqual(['forwarded/sent 1']);
  });
});

describe('a report that is dropped and sent at the same time', () => {
  it('is counted once', async () => {
    await append('a');
    clock.ms += 2 * HOUR_MS;
    const refuse = 'CREATE TRIGGER refuse BEFORE DELETE ON forwards';
    file.db.exec(`${refuse} BEGIN SELECT raise(ABORT, 'full'); END`);
    const dropping = forwarder.keepBounds();
    await settled(() => pause.waitsMs.length > 0);
    forwarder.wake();
    await settled(() => client.sent.length === 1);
    file.db.exec('DROP TRIGGER refuse');
    await dropping;
    await settled(() => forwarder.findLane(1) === undefined);
    expect(listTallies()).toHaveLength(1);
  });
});

describe('the bounds of reports that wait to be forwarded', () => {
  const away: Answer = { status: 503 };

  it('drop the oldest reports over FORWARD_MAX_BYTES, and log that once a minute', async () => {
    forwarder = createForwarder({ maxBytes: 25 });
    for (const text of ['aa', 'bb', 'cc', 'dd']) await append(text);
    await forwarder.keepBounds();
    expect(spool.forwards.list(1, { aboveId: 0, max: 10 }).map(({ id }) => id)).toEqual([3, 4]);
    expect(listTallies()).toEqual(['failed/upstream_full 2']);
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
    client.answer = () => away;
    for (const text of ['aa', 'bb', 'cc', 'dd']) {
      await append(text);
      forwarder.wake();
    }
    await settled(() => spool.forwards.amount.bytes <= 25);
  });

  it('drop reports that are too old, and count limited ones as rate-limited', async () => {
    client.answer = () => ({ status: 429, rateLimits: '86400:error:key' });
    await append('limited');
    await forwarder.finish();
    clock.ms += 2 * HOUR_MS;
    await append('young');
    await forwarder.keepBounds();
    expect(spool.forwards.amount.reports).toBe(1);
    expect(listTallies()).toEqual(['rate_limited/upstream 1']);
  });

  it('spare a report that is being sent', async () => {
    client.answer = () => new Promise(() => undefined);
    await append('a');
    forwarder.wake();
    await settled(() => client.sent.length === 1);
    clock.ms += 2 * HOUR_MS;
    await forwarder.keepBounds();
    expect(spool.forwards.amount.reports).toBe(1);
  });
});
