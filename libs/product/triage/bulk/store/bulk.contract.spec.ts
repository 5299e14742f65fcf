import { expect, it } from '@jest/globals';
import { issueLimits } from '#shared';
import type { Database, KyselyDatabase } from '#persistence/stores';
import { addPeople, onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { kyselyOf } from '#persistence/testing';
import { eventAt, eventOf, openTriagedIssues } from '../../../testing/triage.ts';
import { toSearch } from '../../../testing/to-search.ts';
import type { BulkAction, BulkRequest } from './bulk.types.ts';
import { changeSome } from './change-some.ts';

const OWNER = 1;
const ANN = 2;
const BOB = 3;
const RESOLVE: BulkAction = { kind: 'state', change: { kind: 'resolve' } };

function afterListing(database: Database, work: () => Promise<unknown>): KyselyDatabase {
  let isDone = false;
  const kysely = kyselyOf(database).withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const isPage = result.rows.some((row) => 'last_seen_at' in row);
      if (isPage && !isDone) {
        isDone = true;
        await work();
      }
      return result;
    },
  });
  return Object.create(database, { kysely: { value: kysely } }) as KyselyDatabase;
}

onEachDatabase('BulkStore', ({ openFresh }) => {
  async function open(count: number) {
    const opened = await openTriagedIssues(openFresh, count);
    const { stores, record } = opened;
    const { bulks, memberships, issues } = stores;
    await addPeople(stores, ['owner', 'ann', 'bob']);
    const member = { role: 'member', nowMs: NOON_MS } as const;
    await memberships.set({ userId: ANN, projectId: 1, ...member });
    await memberships.set({ userId: BOB, projectId: 1, ...member });
    await memberships.set({ userId: BOB, projectId: 2, ...member });
    const ofWeb = eventAt(-500, { event: { projectId: 2 }, groupedBy: 'web' });
    await record(ofWeb);
    const ask = async (rest: Partial<BulkRequest> = {}) => {
      const id = await bulks.ask({
        action: RESOLVE,
        query: 'is:unresolved',
        wanted: { search: toSearch('is:unresolved') },
        total: count,
        byUserId: ANN,
        nowMs: NOON_MS,
        ...rest,
      });
      return id ?? 0;
    };
    const runAll = async (nowMs = NOON_MS + 1): Promise<number> => {
      let steps = 0;
      while (await bulks.step(nowMs)) steps += 1;
      return steps;
    };
    const countOf = (query: string) => issues.count({ search: toSearch(query), nowMs: NOON_MS });
    return { ...opened, bulks, ask, runAll, countOf, member };
  }

  it('changes all matching issues in steps, with an entry in the history of each', async () => {
    const { bulks, ask, runAll, countOf, historyOf } = await open(230);
    const id = await ask();
    expect(await bulks.step(NOON_MS)).toBe(true);
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'changing', seen: 100 });
    expect(await runAll()).toBe(2);
    expect(await bulks.find(id, ANN)).toEqual({
      id,
      action: RESOLVE,
      query: 'is:unresolved',
      askedAtMs: NOON_MS,
      state: 'changed',
      total: 230,
      seen: 230,
      changed: 230,
      refused: new Map(),
      undone: 0,
      notUndone: 0,
    });
    // The remaining issue belongs to a project in which Ann is no member.
    expect(await countOf('is:unresolved')).toBe(1);
    expect(await historyOf(7)).toMatchObject([{ byUserId: ANN, to: { status: 'resolved' } }]);
  });

  it('continues in another process after a crash, and changes no issue twice', async () => {
    const { bulks, ask, openAgain, historyOf } = await open(150);
    const id = await ask();
    await bulks.step(NOON_MS);
    const others = [openAgain(), openAgain()].map(({ stores }) => stores.bulks);
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(others.map((each) => each.step(NOON_MS)));
    }
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'changed', changed: 150 });
    expect(await historyOf(1)).toHaveLength(1);
  });

  it('skips issues that no longer match, newer issues, and issues of other projects', async () => {
    const { ask, runAll, record, stores, stateOf, change } = await open(4);
    const id = await ask({
      wanted: { search: toSearch('is:unresolved !level:info') },
      byUserId: BOB,
      projectId: 1,
    });
    await change([2], { kind: 'muteForever' });
    await record(eventOf(5, 0));
    await runAll();
    expect(await stateOf(2)).toMatchObject({ status: 'muted' });
    expect(await stateOf(5)).toMatchObject({ status: 'unresolved' });
    expect(await stateOf(6)).toMatchObject({ status: 'unresolved' });
    expect(await stores.bulks.find(id, BOB)).toMatchObject({ changed: 3, seen: 3 });
  });

  it('stops changing when the person has lost the right', async () => {
    const { bulks, ask, runAll, stores, countOf, member } = await open(150);
    const id = await ask();
    await bulks.step(NOON_MS);
    await stores.memberships.set({ userId: ANN, projectId: 1, ...member, role: 'viewer' });
    await runAll();
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'changed', changed: 100 });
    expect(await countOf('is:resolved')).toBe(100);
  });

  it('assigns issues of projects whose member the assignee is, and counts the others', async () => {
    const { bulks, ask, runAll, countOf } = await open(3);
    const action = { kind: 'assignee', assigneeId: ANN } as const;
    const id = await ask({ byUserId: BOB, action, total: 4 });
    await runAll();
    expect(await bulks.find(id, BOB)).toMatchObject({
      changed: 3,
      refused: new Map([['issue.assignee_unknown', 1]]),
    });
    expect(await countOf('assigned:ann@example.org')).toBe(3);
  });

  it('undoes a change on issues that nobody has changed since', async () => {
    const { bulks, ask, runAll, change, stateOf, countOf, stores } = await open(130);
    const id = await ask();
    await runAll();
    await change([5], { kind: 'reopen' });
    await stores.deletions.delete(6);
    expect(await bulks.undo(id, BOB)).toBe(false);
    expect(await bulks.undo(id, ANN)).toBe(true);
    expect(await bulks.undo(id, ANN)).toBe(false);
    await runAll();
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'undone', undone: 128, notUndone: 2 });
    expect(await countOf('is:resolved')).toBe(0);
    expect(await stateOf(5)).toMatchObject({ status: 'unresolved', byUserId: 1 });
    expect(await stateOf(7)).toEqual({
      status: 'unresolved',
      kind: 'new',
      sinceMs: NOON_MS - 1000,
    });
  });

  it('stops a running change when it is undone, and reassigns no issue to a departed member', async () => {
    const { bulks, ask, runAll, stores, countOf } = await open(150);
    const nobody = { kind: 'assignee' } as const;
    await ask({ action: { kind: 'assignee', assigneeId: BOB } });
    await runAll();
    const id = await ask({ action: nobody });
    await bulks.step(NOON_MS);
    await bulks.undo(id, ANN);
    await runAll();
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'undone', seen: 100, undone: 100 });
    expect(await countOf('assigned:bob@example.org')).toBe(150);
    const again = await ask({ action: nobody });
    await runAll();
    await stores.memberships.remove(BOB, 1);
    await bulks.undo(again, ANN);
    await runAll();
    expect(await bulks.find(again, ANN)).toMatchObject({ undone: 0, notUndone: 150 });
  });

  it('deletes issues for an admin only, without undo', async () => {
    const { bulks, ask, runAll, countOf, member, stores } = await open(25);
    const id = await ask({ action: { kind: 'deletion' } });
    await runAll();
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'changed', changed: 0 });
    await stores.memberships.set({ userId: ANN, projectId: 1, ...member, role: 'admin' });
    const other = await ask({ action: { kind: 'deletion' } });
    await runAll();
    expect(await bulks.find(other, ANN)).toMatchObject({ changed: 25 });
    const noted = await stores.audit.list({ what: 'issues.deleted', limit: 9 });
    expect(noted).toMatchObject([{ byUserId: ANN, to: 25 }]);
    expect(await bulks.undo(other, ANN)).toBe(false);
    expect(await countOf('')).toBe(1);
  });

  it('continues when an issue is deleted while a step reads its page', async () => {
    const { bulks, ask, runAll, record, countOf, database, db, stores } = await open(150);
    const events = Array.from({ length: 150 }, (_, index) => eventOf(index + 1, -900));
    await record(
      ...events.map((traits) => ({
        ...traits,
        event: { ...traits.event, environment: 'production' },
      })),
    );
    const id = await ask({ wanted: { search: toSearch('environment:production') } });
    const row = await db
      .selectFrom('bulk_changes')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const afterPage = afterListing(database, () => stores.deletions.delete(100));
    await changeSome({ database: afterPage, row, nowMs: NOON_MS });
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'changing', seen: 99 });
    await runAll();
    expect(await bulks.find(id, ANN)).toMatchObject({ state: 'changed', changed: 149 });
    expect(await countOf('is:unresolved')).toBe(1);
  });

  it('ends at the number of issues that was confirmed, even when more match', async () => {
    const { bulks, ask, runAll, countOf, member, stores } = await open(140);
    await stores.memberships.set({ userId: ANN, projectId: 1, ...member, role: 'admin' });
    const resolving = await ask({ total: 130 });
    expect(await runAll()).toBe(2);
    expect(await bulks.find(resolving, ANN)).toMatchObject({ state: 'changed', changed: 130 });
    const wanted = { search: toSearch('is:resolved') };
    const deleting = await ask({ action: { kind: 'deletion' }, wanted, total: 12 });
    expect(await runAll()).toBe(2);
    expect(await bulks.find(deleting, ANN)).toMatchObject({ state: 'changed', changed: 12 });
    expect(await countOf('')).toBe(129);
  });

  it('limits the running changes of each person, and forgets old changes', async () => {
    const { bulks, ask, runAll, db } = await open(2);
    const ids = [await ask(), await ask(), await ask()];
    expect(await ask()).toBe(0);
    expect(await ask({ byUserId: OWNER })).toBeGreaterThan(0);
    expect((await bulks.list(ANN)).map(({ id }) => id)).toEqual(ids.toReversed());
    await runAll();
    expect(await ask()).toBeGreaterThan(0);
    await runAll(NOON_MS + issueLimits.bulkKeptMs + 1);
    expect(await bulks.list(ANN)).toEqual([]);
    const rows = await db.selectFrom('bulk_change_rows').selectAll().execute();
    expect(rows).toEqual([]);
  });
});
