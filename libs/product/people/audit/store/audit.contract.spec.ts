import { expect, it } from '@jest/globals';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import type { AuditedChange, AuditFilter } from './audit.types.ts';

onEachDatabase('AuditStore', ({ openFresh }) => {
  async function openAudit(...changes: readonly Partial<AuditedChange>[]) {
    const { audit } = (await openFresh()).stores;
    for (const [index, change] of changes.entries()) {
      await audit.note({ atMs: NOON_MS, what: 'key.added', to: index, ...change });
    }
    const listed = async (filter: Partial<AuditFilter>) =>
      (await audit.list({ limit: 10, ...filter })).map(({ to }) => to);
    return { audit, listed };
  }

  it('lists the latest entries first, page by page', async () => {
    const { audit, listed } = await openAudit({}, {}, {});
    expect(await listed({})).toEqual([2, 1, 0]);
    const [latest] = await audit.list({ limit: 1 });
    expect(await listed({ beforeId: latest!.id, limit: 1 })).toEqual([1]);
  });

  it('keeps the beginning of a very long value', async () => {
    const [from, target] = [Array(1_000_000).fill('x'), 'y'.repeat(9000)];
    const { audit } = await openAudit({ from, to: [...from, 'z'], target });
    const [entry] = await audit.list({ limit: 1 });
    expect(entry?.from).toMatch(/^\["x","x".{65000,}…$/);
    expect(entry?.target).toHaveLength(2000);
  });

  it('lists the entries of a time span, without its end', async () => {
    const { listed } = await openAudit(
      { atMs: NOON_MS - 1 },
      { atMs: NOON_MS },
      { atMs: NOON_MS + 9 },
      { atMs: NOON_MS + 10 },
    );
    expect(await listed({ sinceMs: NOON_MS, untilMs: NOON_MS + 10 })).toEqual([2, 1]);
  });

  it('removes the oldest entries beyond a number', async () => {
    const { audit, listed } = await openAudit({}, {}, {}, {});
    expect(await audit.removeOld(2)).toBe(true);
    expect(await audit.removeOld(2)).toBe(false);
    expect(await listed({})).toEqual([3, 2]);
    expect(await audit.count()).toBe(2);
  });

  it('lists the entries of a project, of a person, of a kind and of an area', async () => {
    const { audit, listed } = await openAudit(
      { projectId: 1 },
      { projectId: 2, byUserId: 7 },
      { what: 'key.limited' },
      { what: 'keys.more' },
    );
    expect(await listed({ projectId: 1 })).toEqual([0]);
    expect(await listed({ byUserId: 7 })).toEqual([1]);
    expect(await listed({ what: 'key.limited' })).toEqual([2]);
    expect(await listed({ what: 'key.' })).toEqual([2, 1, 0]);
    expect(await audit.listFacets()).toEqual({
      kinds: ['key.added', 'key.limited', 'keys.more'],
      userIds: [7],
    });
  });

  it('leaves out changes that changed nothing', async () => {
    const { listed } = await openAudit({ from: { a: 1 }, to: { a: 1 } });
    expect(await listed({})).toEqual([]);
  });
});
