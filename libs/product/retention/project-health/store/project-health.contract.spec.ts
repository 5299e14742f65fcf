import { expect, it } from '@jest/globals';
import { countStatements } from '../../../testing/count-statements.ts';
import { onEachDatabase, HOUR_MS, DAY_MS, NOON_MS } from '../../../testing/index.ts';
import { mergeInto } from '../../../testing/merge.ts';
import { eventAt, openTriage } from '../../../testing/triage.ts';

onEachDatabase('ProjectHealthStore', ({ openFresh }) => {
  async function open() {
    const opened = await openTriage(openFresh);
    const { projectHealth } = opened.stores;
    const ofFirst = async (nowMs = NOON_MS) =>
      (await projectHealth.listNews({ projectIds: [1], nowMs })).get(1);
    return { ...opened, projectHealth, ofFirst };
  }

  it('counts the events received by six hours, those of resolved issues included', async () => {
    const { record, change, projectHealth } = await open();
    await record(eventAt(0), eventAt(-5 * HOUR_MS), eventAt(-6 * HOUR_MS), eventAt(-9 * DAY_MS));
    await change([1], { kind: 'resolve' });
    const counted = await projectHealth.countEvents({ projectIds: [1, 2], nowMs: NOON_MS });
    expect([...counted.keys()]).toEqual([1]);
    expect(counted.get(1)).toHaveLength(28);
    expect(counted.get(1)!.slice(-3)).toEqual([0, 1, 2]);
  });

  it('compares what came in 24 hours with the week before, counted events included', async () => {
    const { stores, record, projectHealth } = await open();
    const of = { projectId: 1, publicKey: 'abc', atMs: NOON_MS } as const;
    await record(eventAt(-8 * DAY_MS + HOUR_MS), eventAt(-25 * HOUR_MS), eventAt(0));
    await stores.outcomes.add([
      { ...of, kind: 'error', outcome: 'counted', reason: 'storm', quantity: 60_000 },
      { ...of, kind: 'error', outcome: 'rate_limited', reason: 'key', quantity: 5 },
      { ...of, kind: 'default', outcome: 'stored', reason: 'taken', quantity: 9 },
    ]);
    expect(await projectHealth.listPulses({ projectIds: [1, 2], nowMs: NOON_MS })).toEqual(
      new Map([[1, { most: 60_001, mostBefore: 1, filledBefore: 2 }]]),
    );
  });

  it('tells new and returned issues that are unresolved, and how many people they reach', async () => {
    const { record, change, ofFirst } = await open();
    const users = (count: number, atMs: number, groupedBy: string) =>
      Array.from({ length: count }, (_, nth) =>
        eventAt(atMs, { groupedBy, userHash: `user ${nth}` }),
      );
    await record(...users(30, -3 * DAY_MS, 'back'), ...users(9, -3 * DAY_MS, 'old'));
    await change([1, 2], { kind: 'resolve' }, { user: 1, nowMs: NOON_MS - 2 * DAY_MS });
    await record(...users(4, -HOUR_MS, 'back'), ...users(3, -HOUR_MS, 'new'));
    await record(...users(9, -HOUR_MS, 'solved'), eventAt(0, { groupedBy: 'small' }));
    await change([4], { kind: 'resolve' });
    expect(await ofFirst()).toEqual({
      new: { issues: 2, reach: 3 },
      returned: { issues: 1, reach: 4, latestMs: NOON_MS - HOUR_MS },
      usual: { issues: 2, reach: 30 },
    });
    expect(await ofFirst(NOON_MS + 2 * DAY_MS)).toEqual({
      returned: { issues: 1, reach: 0, latestMs: NOON_MS - HOUR_MS },
    });
    expect(await ofFirst(NOON_MS + 7 * DAY_MS)).toBeUndefined();
  });

  it('takes merged issues for one of the issues that are usual', async () => {
    const { stores, record, ofFirst } = await open();
    const usual = ['a', 'b'].map((groupedBy) => eventAt(-3 * DAY_MS, { groupedBy }));
    await record(...usual);
    await record(eventAt(-HOUR_MS, { groupedBy: 'new' }));
    await mergeInto(stores, { from: 1, into: 2 });
    expect((await ofFirst())?.usual?.issues).toBe(1);
  });

  it('says which projects ever had an issue', async () => {
    const { record, projectHealth } = await open();
    await record(eventAt(-99 * DAY_MS));
    expect(await projectHealth.listReported([1, 2])).toEqual(new Set([1]));
    expect(await projectHealth.listReported([])).toEqual(new Set());
  });

  it('needs as many statements for many projects as for one', async () => {
    const { database, record } = await open();
    await record(eventAt(0), eventAt(0, { event: { projectId: 2 } }));
    const { stores, during } = countStatements(database);
    const listOf = (projectIds: readonly number[]) =>
      during(() => stores.projectHealth.listNews({ projectIds, nowMs: NOON_MS }));
    expect(await listOf([1])).toBe(2);
    expect(await listOf([1, 2])).toBe(2);
  });
});
