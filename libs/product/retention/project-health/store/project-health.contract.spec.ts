import { describe, expect, it } from '@jest/globals';
import { countStatements } from '../../../testing/count-statements.ts';
import { onEachDatabase } from '../../../testing/index.ts';
import { eventAt, NOON_MS, openTriage } from '../../../testing/triage.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const QUIET = {
  days: [0, 0, 0, 0, 0, 0, 0],
  users: 0,
  usersBefore: 0,
  areUsersAtLeast: false,
  unresolved: 0,
  isUnresolvedAtLeast: false,
  newIssues: 0,
};

describe('ProjectHealthStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function open() {
      const opened = await openTriage(openFresh);
      const { projectHealth } = opened.stores;
      const list = (projectIds: readonly number[], nowMs = NOON_MS) =>
        projectHealth.list({ projectIds, nowMs });
      return { ...opened, list };
    }

    it('counts the events of each day, and the users of this and the previous day, by project', async () => {
      const { record, list } = await open();
      await record(
        eventAt(0, { userHash: 'ann' }),
        eventAt(0, { userHash: 'ann', groupedBy: 'another' }),
        eventAt(0),
        eventAt(-23 * HOUR_MS, { userHash: 'bob' }),
        eventAt(-24 * HOUR_MS, { userHash: 'ann' }),
        eventAt(-6 * DAY_MS),
        eventAt(-7 * DAY_MS),
        eventAt(0, { userHash: 'eve', event: { projectId: 2 } }),
      );
      const found = await list([1, 2]);
      expect([...found.keys()]).toEqual([1, 2]);
      expect(found.get(1)).toMatchObject({
        days: [1, 0, 0, 0, 0, 1, 4],
        users: 2,
        usersBefore: 1,
        areUsersAtLeast: false,
      });
      expect(found.get(2)).toMatchObject({ days: [0, 0, 0, 0, 0, 0, 1], users: 1, usersBefore: 0 });
    });

    it('counts events that were not kept whole, and no items other than errors', async () => {
      const { stores, list } = await open();
      const of = { projectId: 1, publicKey: 'abc', atMs: NOON_MS } as const;
      await stores.outcomes.add([
        { ...of, kind: 'error', outcome: 'counted', reason: 'storm', quantity: 60_000 },
        { ...of, kind: 'error', outcome: 'rate_limited', reason: 'key', quantity: 5 },
        { ...of, kind: 'attachment', outcome: 'stored', reason: 'taken', quantity: 7 },
        { ...of, kind: 'default', outcome: 'stored', reason: 'taken', quantity: 9 },
      ]);
      expect((await list([1])).get(1)).toEqual({
        ...QUIET,
        days: [0, 0, 0, 0, 0, 0, 60_000],
        areUsersAtLeast: true,
      });
    });

    it('counts unresolved and new issues, and returns the time of the latest event', async () => {
      const { record, change, list } = await open();
      await record(eventAt(-3 * DAY_MS, { groupedBy: 'old' }));
      await record(eventAt(-HOUR_MS, { groupedBy: 'new' }));
      await record(eventAt(-1, { groupedBy: 'muted' }));
      await record(eventAt(0, { groupedBy: 'resolved' }));
      await change([3], { kind: 'muteForTime', untilMs: NOON_MS + 1 });
      await change([4], { kind: 'resolve' });
      const issues = { unresolved: 2, newIssues: 1, lastSeenMs: NOON_MS };
      expect((await list([1])).get(1)).toMatchObject(issues);
      expect((await list([1], NOON_MS + 1)).get(1)).toMatchObject({ ...issues, unresolved: 3 });
    });

    it('lists every requested project, and no others', async () => {
      const { record, list } = await open();
      await record(eventAt(0));
      expect(await list([2])).toEqual(new Map([[2, QUIET]]));
      expect(await list([])).toEqual(new Map());
    });

    it('needs as many statements for many projects as for one', async () => {
      const { database, record } = await open();
      await record(eventAt(0), eventAt(0, { event: { projectId: 2 } }));
      const { stores, during } = countStatements(database);
      const listOf = (projectIds: readonly number[]) =>
        during(() => stores.projectHealth.list({ projectIds, nowMs: NOON_MS }));
      expect(await listOf([1])).toBe(4);
      expect(await listOf([1, 2])).toBe(4);
    });
  });
});
