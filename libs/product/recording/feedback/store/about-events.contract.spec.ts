import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { countStatements } from '../../../testing/count-statements.ts';
import {
  createAttachment,
  createFeedback,
  createReport,
  onEachDatabase,
} from '../../../testing/index.ts';
import { kyselyOf } from '#persistence/testing';
import { sweepAll } from '../../../testing/sweep.ts';

const { attachmentsPerEvent, eventAwaitedMs } = reportLimits;

const nameFeedback = (n: number): string => `f${n}`.padEnd(32, '0');
const nameEvent = (n: number): string => `e${n}`.padEnd(32, '0');

describe('files that came before their feedback', () => {
  onEachDatabase(({ openFresh }) => {
    async function bringFilesFirst(filesOfEach: readonly number[], toEvent = nameEvent) {
      const { database, stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      for (const [n, files] of filesOfEach.entries()) {
        const attachments = Array.from({ length: files }, (_, item) =>
          createAttachment('', { item, eventId: nameFeedback(n) }),
        );
        await stores.reports.record([createReport(n + 1, [], { attachments })]);
      }
      const feedback = filesOfEach.map((_, n) =>
        createFeedback({ id: nameFeedback(n), eventId: toEvent(n) }),
      );
      const counted = countStatements(database);
      const statements = await counted.during(() =>
        counted.stores.reports.record([createReport(1000, [], { feedback })]),
      );
      return { statements, stores, db: kyselyOf(database) };
    }

    const listFates = (db: ReturnType<typeof kyselyOf>) =>
      db
        .selectFrom('attachments')
        .select(['state', 'about_event_id as about', db.fn.countAll<number>().as('files')])
        .groupBy(['state', 'about_event_id'])
        .orderBy('state')
        .orderBy('about_event_id')
        .execute();

    it('count for the feedback’s event up to the limit, in few statements', async () => {
      const one = await bringFilesFirst([1]);
      const many = await bringFilesFirst([60, 60, 30, 2], (n) => nameEvent(n < 2 ? 0 : n));
      expect(many.statements).toBe(one.statements + 1);
      expect(await listFates(many.db)).toEqual([
        { state: 'dropped', about: null, files: 120 - attachmentsPerEvent },
        { state: 'kept', about: nameEvent(0), files: attachmentsPerEvent },
        { state: 'kept', about: nameEvent(2), files: 30 },
        { state: 'kept', about: nameEvent(3), files: 2 },
      ]);
    });

    it('are counted five hundred in a transaction, and the others by a later sweep', async () => {
      const filesOfEach = Array.from({ length: 6 }, () => attachmentsPerEvent);
      const { db, stores } = await bringFilesFirst(filesOfEach, (n) => nameEvent(n < 5 ? n : 4));
      const counted = [0, 1, 2, 3, 4].map((n) => ({
        state: 'kept',
        about: nameEvent(n),
        files: attachmentsPerEvent,
      }));
      const waiting = await listFates(db);
      expect(waiting).toHaveLength(6);
      expect(waiting).toEqual(expect.arrayContaining(counted));
      expect(waiting).toContainEqual({ state: 'kept', about: null, files: attachmentsPerEvent });
      // Otherwise the check of the feedback's event would remove the feedback first.
      await db.updateTable('feedback').set({ is_checked: 1 }).execute();
      await sweepAll(stores, Date.now() + eventAwaitedMs + 1000);
      expect(await listFates(db)).toEqual(counted);
    });
  });
});
