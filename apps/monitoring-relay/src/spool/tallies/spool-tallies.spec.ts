import { describe, expect, it } from '@jest/globals';
import type { OutcomeCount } from '#shared';
import { tallyInto } from '../../../test/support/tally-into.ts';
import { ALL, useSpool } from '../../../test/support/use-spool.ts';

const { file, spool, reopen, append } = useSpool();

describe('tallies of a spool', () => {
  const filtered = { outcome: 'filtered', reason: 'kind', kind: 'session', quantity: 2 } as const;
  const count: OutcomeCount = { projectId: 3, publicKey: 'abc', atMs: 120_000, ...filtered };

  it('add up by minute, and leave as a report of their opening without a project', async () => {
    let announced = 0;
    spool.onAppended(() => (announced += 1));
    await spool.queueTallies();
    await tallyInto(file, [count, { ...count, atMs: 179_999 }]);
    await tallyInto(file, [{ ...count, kind: 'error' }]);
    expect(await spool.claim(ALL)).toEqual([]);
    await spool.queueTallies();
    expect(announced).toBe(1);
    const [report, ...others] = await spool.claim(ALL);
    expect(others).toEqual([]);
    expect(report).toMatchObject({ origin: file.origin, id: 1, projectId: 0 });
    expect(report?.tally).toEqual([
      { ...count, kind: 'error' },
      { ...count, quantity: 4 },
    ]);
    await spool.settle([1]);
    expect(await spool.listSettled()).toMatchObject([{ origin: file.origin, beforeId: 2 }]);
  });

  it('wait while others are on their way, and do not count in the queue', async () => {
    await tallyInto(file, [count]);
    await spool.queueTallies();
    await tallyInto(file, [count]);
    await spool.queueTallies();
    expect(await spool.getQueueState(9000)).toEqual({ depth: 0, oldestMs: 0 });
    expect(spool.queuedBytes).toBe(0);
    expect(await spool.claim(ALL)).toMatchObject([{ id: 1 }]);
    await spool.settle([1]);
    expect(spool.queuedReports).toBe(0);
    await spool.queueTallies();
    expect(await spool.claim(ALL)).toMatchObject([{ id: 2, tally: [{ quantity: 2 }] }]);
  });

  it('spread over as many reports as needed, none of them large', async () => {
    const minutes = Array.from({ length: 450 }, (_, index) => index * 60_000);
    const counts = minutes.map((atMs) => ({ ...count, atMs }));
    await tallyInto(file, counts);
    await spool.queueTallies();
    const claimed = await spool.claim(ALL);
    expect(claimed.map(({ tally }) => tally?.length)).toEqual([200, 200, 50]);
    expect(new Set(claimed.flatMap(({ tally }) => tally?.map(({ atMs }) => atMs))).size).toBe(450);
  });

  it('survive a reopening unchanged, and leave before any new report', async () => {
    await tallyInto(file, [count]);
    const { origin } = file;
    reopen();
    await append();
    expect(await spool.claim(ALL)).toMatchObject([
      { id: 1, origin, tally: [count] },
      { id: 2, projectId: 1 },
    ]);
  });

  it('leave in the order of their openings, so that no opening is over too early', async () => {
    await spool.settle([await append()]);
    await tallyInto(file, [count]);
    // Origins are hexadecimal, therefore this one sorts after all others.
    for (const table of ['origins', 'tallies']) {
      file.db.prepare(`UPDATE ${table} SET origin = 'gggggggggggggggg'`).run();
    }
    reopen();
    await tallyInto(file, [count]);
    await spool.queueTallies();
    const [first, last] = await spool.claim(ALL);
    await spool.settle([first!.id]);
    const over = (await spool.listSettled()).filter(({ isOver }) => isOver);
    expect(over.map(({ origin }) => origin)).toEqual([first!.origin]);
    expect(last!.origin).not.toBe(first!.origin);
  });
});
