import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ALL, EVERY, useSpool } from '../../../test/support/use-spool.ts';
import type { IncomingReport } from '../ports/spool-intake.ts';

const MB = 1024 * 1024;
const UNAVAILABLE = { code: 'spool.unavailable' };

const { file, spool, locate, reopen, readForward, settleForwards, ...held } = useSpool();

const append = (body: string | Buffer, traits: Partial<IncomingReport> = {}): Promise<number> =>
  held.append(body, { forwarding: 'also', ...traits });
const spill = (text: string): Promise<number> => held.spill(text, { forwarding: 'also' });

const listFiles = (): string[] => readdirSync(file.bodiesFolder);

describe('a report to forward', () => {
  it('is in both queues, and leaves each by itself', async () => {
    const traits = { eventId: 'e'.repeat(32), publicKey: 'k', receivedAtMs: 7, hops: 2 };
    const id = await append('abc', traits);
    expect(await spool.claim(ALL)).toMatchObject([{ id }]);
    await spool.settle([id]);
    expect(spool.queuedReports).toBe(0);
    const contents = { kept: { error: 1 }, passed: {} };
    const listed = { id, projectId: 1, ...traits, contents, bytes: 3 };
    expect(spool.forwards.list(1, EVERY)).toEqual([listed]);
    expect(readForward(id)).toBe('abc');
    expect(await settleForwards(id)).toMatchObject([{ id }]);
    expect(readForward(id)).toBeUndefined();
    expect(spool.forwards.amount).toEqual({ reports: 0, bytes: 0 });
    expect(await settleForwards(id)).toEqual([]);
  });

  it('is processed without what is only to be forwarded, and has an id of its own', async () => {
    const ours = { kept: { error: 1 }, filtered: {} } as const;
    const ids = [
      await append('a', { forwarding: 'alone', contents: ours }),
      await append('b', { contents: { kept: {}, filtered: {}, passed: { transaction: 2 } } }),
      await append('c', { contents: { ...ours, passed: { session: 1 } } }),
      await append('d', { forwarding: 'alone' }),
    ];
    expect(ids).toEqual([1, 2, 3, 4]);
    const claimed = (await spool.claim(ALL)).map(({ id, contents }) => ({ id, contents }));
    expect(claimed).toEqual([{ id: 3, contents: ours }]);
    expect(spool.forwards.list(1, EVERY).map(({ contents }) => contents)).toEqual([
      { kept: {}, passed: { error: 1 } },
      { kept: {}, passed: { transaction: 2 } },
      { kept: { error: 1 }, passed: { session: 1 } },
      { kept: {}, passed: { error: 1 } },
    ]);
    expect(ids.map(readForward)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is counted by project, also after the spool was reopened', async () => {
    await append('abc');
    await append('de', { projectId: 2 });
    await append('f', { projectId: 2, receivedAtMs: 5 });
    await append('of a project without an upstream', { forwarding: undefined });
    const check = (): void => {
      expect(spool.forwards.amount).toEqual({ reports: 3, bytes: 6 });
      expect([...spool.forwards.projects]).toEqual([
        [1, { reports: 1, bytes: 3 }],
        [2, { reports: 2, bytes: 3 }],
      ]);
      expect(spool.forwards.findOldestMs(2)).toBe(0);
    };
    check();
    reopen();
    check();
    await settleForwards(1, 2);
    expect([...spool.forwards.projects]).toEqual([[2, { reports: 1, bytes: 1 }]]);
    expect(spool.forwards.findOldestMs()).toBe(5);
    expect(spool.forwards.findOldestMs(1)).toBeUndefined();
  });

  it('is listed in the order of arrival, also above a given id', async () => {
    for (const projectId of [1, 2, 1, 1]) await append('a', { projectId });
    const ids = (reports: readonly { id: number }[]) => reports.map(({ id }) => id);
    expect(ids(spool.forwards.list(1, EVERY))).toEqual([1, 3, 4]);
    expect(ids(spool.forwards.list(1, { aboveId: 1, max: 1 }))).toEqual([3]);
    expect(ids(spool.forwards.listOldest(2))).toEqual([1, 2]);
  });

  it('is listed and settled although its contents are damaged, and holds up no other', async () => {
    const ids = [await append('abc'), await append('de')];
    file.db.exec(`UPDATE forwards SET contents = '{"kept' WHERE id = ${ids[0]}`);
    const owed = spool.forwards.listOldest(9);
    expect(owed.map(({ id }) => id)).toEqual(ids);
    expect(owed[0]!.contents).toEqual({ kept: {}, passed: {} });
    await settleForwards(...ids);
    expect(spool.forwards.amount).toEqual({ reports: 0, bytes: 0 });
  });

  it('is settled together with its tallies, or neither', async () => {
    const id = await append('abc');
    const sent = { outcome: 'forwarded', reason: 'sent', kind: 'session', quantity: 2 } as const;
    const outcome = { ...sent, projectId: 1, publicKey: 'k', atMs: 0 };
    held.refuse('DELETE ON forwards');
    const settling = spool.forwards.settle([id], () => [outcome]);
    await expect(settling).rejects.toMatchObject(UNAVAILABLE);
    expect(held.listTallies()).toEqual([]);
    expect(spool.forwards.amount.reports).toBe(1);
    expect(readForward(id)).toBe('abc');
    held.allow();
    await spool.forwards.settle([id], () => [outcome]);
    expect(held.listTallies()).toEqual(['2 session forwarded/sent']);
  });
});

describe('the body of a report to forward', () => {
  const claimFirst = async (): Promise<string> => String((await spool.claim(ALL))[0]!.body);

  it.each([
    ['processing', (id: number) => spool.settle([id]), async (id: number) => readForward(id)],
    ['forwarding', (id: number) => settleForwards(id), claimFirst],
  ])('stays in its segment when only %s has settled the report', async (_, settle, readLeft) => {
    const text = 'a'.repeat(MB);
    const id = await append(text);
    await settle(id);
    // These reports would overwrite the body if its segment were free.
    for (let count = 0; count < 20; count += 1) {
      await settleForwards(await append(Buffer.alloc(MB, 'x'), { forwarding: 'alone' }));
    }
    expect(await readLeft(id)).toBe(text);
    await spool.settle([id]);
    await settleForwards(id);
    expect(held.listSegments().length).toBeLessThan(4);
  });

  it('is found in its segment when the spool is opened after a kill', async () => {
    const id = await append(Buffer.alloc(MB, 'a'));
    await spool.settle([id]);
    const killed = held.copyFolder();
    reopen(killed);
    expect(readForward(id)).toBe('a'.repeat(MB));
    await settleForwards(id);
    reopen(killed);
    expect(readdirSync(join(killed, 'segments'))).toEqual([]);
  });

  it('is intact after a failed commit', async () => {
    held.refuse('INSERT ON forwards');
    await expect(append('abc')).rejects.toMatchObject(UNAVAILABLE);
    held.allow();
    const id = await append('def');
    await spool.settle([id]);
    expect(readForward(id)).toBe('def');
    expect(spool.forwards.amount).toEqual({ reports: 1, bytes: 3 });
  });

  it.each([
    ['segment', () => append('abc'), () => locate('segments')],
    ['file', () => spill('abc'), () => join(file.bodiesFolder, listFiles()[0]!)],
  ])('is not given when its %s is gone', async (_, add, find) => {
    const id = await add();
    rmSync(find(), { recursive: true });
    reopen();
    expect(readForward(id)).toBeUndefined();
  });
});

describe('a file with the body of a report to forward', () => {
  it('is removed when both processing and forwarding have settled', async () => {
    const id = await spill('abc');
    await spool.settle([id]);
    expect(readForward(id)).toBe('abc');
    await settleForwards(id);
    expect(listFiles()).toEqual([]);
    const other = await spill('def');
    await settleForwards(other);
    const [report] = await spool.claim(ALL);
    expect(readFileSync(report!.bodyFile!, 'utf8')).toBe('def');
    await spool.settle([other]);
    expect(listFiles()).toEqual([]);
  });
});
