import { describe, expect, it } from '@jest/globals';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';
import { countStatements } from '../../../testing/count-statements.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);
const HOUR_MS = 3_600_000;
const ASKED = { nowMs: NOON_MS + 30 * 60_000, eventsForUsers: 100 };

describe('ProjectHealthStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function open() {
      const fresh = await openFresh();
      const { projects, reports } = fresh.stores;
      await projects.ensure([
        { slug: 'app', id: 1 },
        { slug: 'web', id: 2 },
        { slug: 'quiet', id: 3 },
      ]);
      let reportId = 0;
      const record = (projectId: number, hoursAgo: number, userHash: string, groupedBy: string) => {
        const receivedAtMs = NOON_MS - hoursAgo * HOUR_MS;
        reportId += 1;
        const event = createGroupedEvent({
          groupedBy,
          userHash,
          event: { projectId, receivedAtMs },
        });
        return reports.record([createReport(reportId, [event])]);
      };
      return { ...fresh, record, health: fresh.stores.projectHealth };
    }

    it('tells events and users of a day and the day before, and issues', async () => {
      const { record, health, stores } = await open();
      await record(1, 0, 'ann', 'a');
      await record(1, 0, 'bob', 'a');
      await record(1, 23, 'ann', 'b');
      await record(1, 24, 'ann', 'b');
      await record(1, 47, 'cid', 'old');
      await record(1, 48, 'cid', 'older');
      await record(2, 30, 'ann', 'other');
      const listed = await stores.issues.list({ limit: 9 });
      const of = (projectId: number) => listed.filter((issue) => issue.projectId === projectId);
      expect(of(1)).toHaveLength(4);
      const [app, web, quiet] = await health.list([1, 2, 3], ASKED);
      const hours = [1, ...Array.from({ length: 22 }, () => 0), 2];
      expect(app).toEqual({
        projectId: 1,
        hours,
        eventsBefore: 2,
        users: { users: 2, isAtLeast: false },
        usersBefore: { users: 2, isAtLeast: false },
        openIssues: 4,
        newIssues: 1,
        lastEventMs: NOON_MS,
      });
      expect(web).toMatchObject({ projectId: 2, eventsBefore: 1, openIssues: 1, newIssues: 0 });
      expect(quiet).toEqual({
        projectId: 3,
        hours: hours.map(() => 0),
        eventsBefore: 0,
        users: { users: 0, isAtLeast: false },
        usersBefore: { users: 0, isAtLeast: false },
        openIssues: 0,
        newIssues: 0,
      });
    });

    it('says that users are at least so many where it did not look at all events', async () => {
      const { record, health } = await open();
      for (const user of ['ann', 'bob', 'cid']) await record(1, 1, user, 'a');
      const [app] = await health.list([1], { ...ASKED, eventsForUsers: 2 });
      expect(app?.users).toEqual({ users: 2, isAtLeast: true });
    });

    it('needs as many statements for several projects as for one', async () => {
      const { database } = await open();
      const { stores, during } = countStatements(database);
      expect(await during(() => stores.projectHealth.list([1, 2, 3], ASKED))).toBe(5);
      expect(await during(() => stores.projectHealth.list([1], ASKED))).toBe(5);
      expect(await stores.projectHealth.list([], ASKED)).toEqual([]);
    });
  });
});
