import { beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import type { SpooledReport } from '../../spool/ports/spool-queue.ts';
import type { CallResult, FromThread } from './messages.ts';
import { packError } from './portable-error.ts';
import { QueueCalls, RemoteQueue } from './remote-queue.ts';

const LIMITS = { maxReports: 10, maxBytes: 1000 };

let results: CallResult[];
let queue: RemoteQueue;

beforeEach(() => {
  results = [];
  const calls = new QueueCalls((said) => {
    calls.answer((said as Extract<FromThread, { type: 'call' }>).id, results.shift()!);
  });
  queue = new RemoteQueue(calls, 'own');
});

function claim(ids: readonly number[]): Promise<SpooledReport[]> {
  results.push({
    ok: true,
    value: ids.map((id) => ({ id, body: new Uint8Array(id).fill(id) })),
  });
  return queue.claim(LIMITS);
}

describe('a queue of another thread', () => {
  it('returns the memory of bodies once their reports are settled or left', async () => {
    const [settled, left, kept] = await claim([1, 2, 3]);
    results.push({ ok: true, value: undefined }, { ok: true, value: undefined });
    await queue.settle([1]);
    await queue.leave([2]);
    expect([settled, left, kept].map((report) => report!.body.length)).toEqual([0, 0, 3]);
  });

  it('keeps the bodies when the spool cannot be written, so that a retry has them', async () => {
    const [report] = await claim([1]);
    const error = packError(new ErrataError('spool.unavailable'));
    results.push({ ok: false, error }, { ok: false, error });
    await expect(queue.settle([1])).rejects.toThrow(error.message);
    await expect(queue.leave([1])).rejects.toThrow(error.message);
    expect(report!.body).toEqual(Buffer.of(1));
  });
});
