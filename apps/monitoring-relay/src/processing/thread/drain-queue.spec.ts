import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError, SystemClock } from '#shared';
import {
  FailuresDouble,
  FaultLog,
  NoPause,
  ReportStoreDouble,
} from '../../../test/support/doubles.ts';
import { defaultRules } from '../../../test/support/default-rules.ts';
import { type LogLine, Logger } from '../../logging/logger.ts';
import { Processor } from '../processor.ts';
import { drainQueue } from './drain-queue.ts';
import type { CallResult, FromThread } from './messages.ts';
import { packError } from './portable-error.ts';
import { QueueCalls, RemoteQueue } from './remote-queue.ts';

type Call = Extract<FromThread, { type: 'call' }>;

const REPORT = {
  id: 7,
  origin: 'origin-1',
  projectId: 1,
  publicKey: 'abc',
  receivedAtMs: 0,
  contents: [],
  tally: [],
  body: new Uint8Array(),
};

let lines: LogLine[];
/** What is said to each call in turn; to those that follow, that there is nothing. */
let answers: (unknown[] | Error)[];
let asked: string[];
let queue: RemoteQueue;
let processor: Processor;

beforeEach(() => {
  lines = [];
  answers = [];
  asked = [];
  Logger.writeTo((line) => lines.push(line));
  const calls = new QueueCalls((said) => {
    const { id, method } = said as Call;
    asked.push(method);
    calls.answer(id, toResult(answers.shift() ?? []));
  });
  queue = new RemoteQueue(calls, 'own');
  processor = new Processor({
    queue,
    stores: { reports: new ReportStoreDouble(), failedReports: new FailuresDouble() },
    faults: new FaultLog(),
    pause: new NoPause(),
    clock: new SystemClock(),
    rules: defaultRules(),
  });
});

afterEach(async () => {
  Logger.writeTo(() => undefined);
  await processor.stop();
});

function toResult(answer: unknown[] | Error): CallResult {
  if (answer instanceof Error) return { ok: false, error: packError(answer) };
  return { ok: true, value: answer };
}

const drain = (): Promise<void> => drainQueue({ drain: () => processor.finish() }, queue);

describe('drainQueue', () => {
  it('ends when nothing is left', async () => {
    answers = [[REPORT]];
    await drain();
    expect(asked).toEqual(['claim', 'claim', 'settle', 'claim']);
    expect(lines).toEqual([]);
    expect(queue.holdsReports).toBe(false);
  });

  it('leaves a queue that cannot be read to the first thread, and says so', async () => {
    answers = [new ErrataError('spool.unavailable', { detail: 'The disk is full.' })];
    await drain();
    expect(asked).toEqual(['claim']);
    expect(lines).toEqual([
      { level: 'warn', from: 'Draining', text: expect.stringContaining('The disk is full.') },
    ]);
  });

  it('does so, too, after a batch that was done with', async () => {
    answers = [[REPORT], new Error('The disk is full.'), []];
    await drain();
    expect(asked).toEqual(['claim', 'claim', 'settle']);
    expect(lines).toHaveLength(1);
  });

  it('rejects when reports are left in its hands, which nobody else could claim', async () => {
    answers = [[REPORT], [], new Error('It is damaged.')];
    await expect(drain()).rejects.toThrow('It is damaged.');
    expect(queue.holdsReports).toBe(true);
  });
});
