import { describe, expect, it } from '@jest/globals';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
  onEachDatabase,
} from '../../../testing/index.ts';
import { explain, kyselyOf } from '#persistence/testing';
import type { KyselyDatabase } from '#persistence/stores';
import { createStores } from '../../../create-stores.ts';
import { workThroughFeedback } from './migrations/0060-work-through-feedback.ts';
import type { Feedback } from '../../reports/store/report.ts';
import type { FeedbackChange } from './feedback.types.ts';

const EVENT_ID = 'a'.repeat(32);
const NOON_MS = Date.UTC(2026, 0, 5, 12);

const createUserReport = (traits: Partial<Feedback> = {}) =>
  createFeedback({ source: 'user_report', id: EVENT_ID, ...traits });

describe('FeedbackStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openProject() {
      const fresh = await openFresh();
      const { feedback, projects, reports } = fresh.stores;
      await projects.ensure([
        { slug: 'app', id: 1 },
        { slug: 'web', id: 2 },
      ]);
      let reportId = 0;
      return {
        ...fresh,
        feedback,
        say: (...said: Feedback[]) => {
          reportId += 1;
          return reports.record([createReport(reportId, [], { feedback: said })]);
        },
        listOutcomes: async () => {
          const rows = await kyselyOf(fresh.database)
            .selectFrom('outcome_minutes')
            .select(['outcome', 'kind', 'quantity'])
            .orderBy('kind')
            .orderBy('outcome')
            .execute();
          return rows.map(({ outcome, kind, quantity }) => `${kind} ${outcome} ${quantity}`);
        },
      };
    }

    it('lists the feedback about an event in the order in which it was received', async () => {
      const { feedback, say } = await openProject();
      const {
        name: _name,
        email: _email,
        ...anonymous
      } = createFeedback({
        id: '1'.repeat(32),
        message: 'Later. \u0000\ud800',
        url: 'https://app.example/cart',
        receivedAtMs: NOON_MS + 1,
      });
      await say(anonymous, createFeedback());
      await say(createFeedback({ id: '2'.repeat(32), eventId: 'b'.repeat(32) }));
      await say(createFeedback({ id: '3'.repeat(32), projectId: 2 }));
      expect(await feedback.list(1, EVENT_ID)).toEqual([
        { name: 'Ann', email: 'ann@example.org', message: 'It broke.', receivedAtMs: NOON_MS },
        {
          message: 'Later. \ufffd\ufffd',
          url: 'https://app.example/cart',
          receivedAtMs: NOON_MS + 1,
        },
      ]);
    });

    it('keeps feedback that belongs to no event', async () => {
      const { eventId: _, ...alone } = createFeedback();
      const { feedback, say, listOutcomes } = await openProject();
      await say(alone);
      expect(await listOutcomes()).toEqual(['feedback stored 1']);
      expect(await feedback.list(1, EVENT_ID)).toEqual([]);
    });

    it('stores feedback with the same id once, within a report and over reports', async () => {
      const { feedback, say, listOutcomes } = await openProject();
      await say(createFeedback(), createFeedback({ message: 'Again.' }));
      await say(createFeedback({ message: 'And again.' }), createFeedback({ projectId: 2 }));
      expect(await feedback.list(1, EVENT_ID)).toMatchObject([{ message: 'It broke.' }]);
      expect(await listOutcomes()).toEqual([
        'feedback duplicate 2',
        'feedback stored 1',
        'feedback stored 1',
      ]);
    });

    it('keeps one user report of each event, the latest', async () => {
      const { feedback, say, listOutcomes } = await openProject();
      const { name: _, ...second } = createUserReport({
        message: 'Two.',
        receivedAtMs: NOON_MS + 2,
      });
      await say(createUserReport({ message: 'One.' }), second);
      await say(createUserReport({ message: 'Late.', receivedAtMs: NOON_MS + 1 }));
      await say(createFeedback({ id: EVENT_ID, message: 'Another thing.' }));
      expect(await feedback.list(1, EVENT_ID)).toEqual([
        expect.objectContaining({ message: 'Another thing.' }),
        { email: 'ann@example.org', message: 'Two.', receivedAtMs: NOON_MS + 2 },
      ]);
      expect(await listOutcomes()).toEqual(['default stored 3', 'feedback stored 1']);
    });

    describe('listOfProjects', () => {
      const idOf = (index: number) => index.toString(16).padStart(32, '0');
      const sayAlone = (index: number, traits: Partial<Feedback> = {}): Feedback => {
        const { eventId: _, ...alone } = createFeedback({ id: idOf(index) });
        return { ...alone, message: `No. ${index}`, ...traits };
      };
      const toMessages = (listed: readonly { message: string }[]) =>
        listed.map(({ message }) => message);

      it('lists the feedback of given projects, newest first, page by page', async () => {
        const { feedback, say } = await openProject();
        await say(
          sayAlone(1),
          sayAlone(2, { projectId: 2 }),
          sayAlone(3),
          sayAlone(4, { receivedAtMs: NOON_MS + 1 }),
          sayAlone(5, { projectId: 2, receivedAtMs: NOON_MS - 1 }),
        );
        const pages: string[][] = [];
        let before;
        do {
          const page = await feedback.listOfProjects([1, 2], { limit: 2, before });
          pages.push(toMessages(page));
          before = page.at(-1);
        } while (before);
        expect(pages.slice(0, 1)).toEqual([['No. 4', expect.any(String)]]);
        expect(pages.at(-2)).toEqual(['No. 5']);
        expect(pages.flat().toSorted()).toEqual(['No. 1', 'No. 2', 'No. 3', 'No. 4', 'No. 5']);
        expect(toMessages(await feedback.listOfProjects([2], { limit: 9 }))).toEqual([
          'No. 2',
          'No. 5',
        ]);
        expect(await feedback.listOfProjects([], { limit: 9 })).toEqual([]);
        const counts = [[], [2], [1, 2]].map((ids) => feedback.count(ids));
        expect(await Promise.all(counts)).toEqual([0, 2, 5]);
      });

      it('names the issue of feedback about a stored event, and can list other feedback alone', async () => {
        const { feedback, say, stores } = await openProject();
        const event = createGroupedEvent({ event: { eventId: EVENT_ID } });
        await stores.reports.record([createReport(90, [event])]);
        const [issue] = await stores.issues.list({ limit: 1 });
        await say(
          sayAlone(1, { receivedAtMs: NOON_MS + 3 }),
          sayAlone(2, { eventId: EVENT_ID, receivedAtMs: NOON_MS + 2 }),
          sayAlone(3, { eventId: 'b'.repeat(32), receivedAtMs: NOON_MS + 1 }),
          sayAlone(4, { projectId: 2, eventId: EVENT_ID }),
        );
        const all = await feedback.listOfProjects([1, 2], { limit: 9 });
        expect(all.map(({ message, about }) => [message, about])).toEqual([
          ['No. 1', undefined],
          ['No. 2', expect.objectContaining({ eventId: EVENT_ID, issueId: issue!.id, number: 1 })],
          ['No. 3', undefined],
          ['No. 4', undefined],
        ]);
        const alone = { limit: 9, isWithoutEvent: true };
        expect(toMessages(await feedback.listOfProjects([1, 2], alone))).toEqual([
          'No. 1',
          'No. 3',
          'No. 4',
        ]);
        expect(
          toMessages(await feedback.listOfProjects([1], { ...alone, before: all[0] })),
        ).toEqual(['No. 3']);
      });

      it('leaves out feedback about an event of a deleted issue', async () => {
        const { feedback, say, stores } = await openProject();
        const event = createGroupedEvent({ event: { eventId: EVENT_ID } });
        await stores.reports.record([createReport(90, [event])]);
        const [issue] = await stores.issues.list({ limit: 1 });
        await say(sayAlone(1), sayAlone(2, { eventId: EVENT_ID }));
        await stores.deletions.delete(issue!.id);
        for (const isWithoutEvent of [false, true]) {
          const listed = await feedback.listOfProjects([1], { limit: 9, isWithoutEvent });
          expect(toMessages(listed)).toEqual(['No. 1']);
        }
      });

      it('reads feedback along an index in its order', async () => {
        const { database } = await openProject();
        for (const [wanted, index] of [
          [{}, 'feedback_by_receipt'],
          [{ isWithoutEvent: true }, 'feedback_without_event'],
          [{ isDone: false }, 'feedback_open'],
          [{ isDone: true }, 'feedback_done'],
        ] as const) {
          const plan = await explain(database, (explained) =>
            createStores(explained).feedback.listOfProjects([1, 2], { limit: 9, ...wanted }),
          );
          expect(plan).toContain(index);
        }
      });

      it('comes with the files of the feedback itself, not those of an event with its id', async () => {
        const { feedback, stores } = await openProject();
        const event = createGroupedEvent({ event: { eventId: EVENT_ID } });
        const file = (item: number, eventId: string) =>
          createAttachment('a shot', { item, eventId, name: `${item}.png` });
        await stores.reports.record([
          createReport(90, [event], {
            feedback: [
              sayAlone(1),
              // The sender chose an event's id as the id of the feedback.
              sayAlone(2, { id: EVENT_ID, receivedAtMs: NOON_MS - 1 }),
              sayAlone(3, { receivedAtMs: NOON_MS - 2 }),
            ],
            attachments: [file(1, idOf(1)), file(2, EVENT_ID), file(3, idOf(1)), file(4, idOf(3))],
          }),
        ]);
        const [own, other, third] = await feedback.listOfProjects([1], { limit: 9 });
        const files = await stores.feedback.listFiles([own!.id, other!.id], 2);
        expect([...files.keys()]).toEqual([own!.id]);
        const [first, second] = files.get(own!.id)!;
        expect([first!.name, second!.name]).toEqual(['1.png', '3.png']);
        expect(await stores.feedback.findFile(own!.id, second!.id)).toEqual(second);
        const ofThird = (await stores.feedback.listFiles([third!.id, own!.id], 1)).get(third!.id);
        expect(ofThird).toMatchObject([{ name: '4.png' }]);
        expect(await stores.feedback.findFile(own!.id, ofThird![0]!.id)).toBeUndefined();
        const limited = await stores.feedback.listFiles([own!.id], 1);
        expect(limited.get(own!.id)).toEqual([first]);
        const [ofEvent] = await stores.attachments.list(1, EVENT_ID);
        for (const { id } of [own!, other!]) {
          expect(await stores.feedback.findFile(id, ofEvent!.id)).toBeUndefined();
        }
        expect(await feedback.findProject(own!.id)).toBe(1);
        expect(await feedback.findProject(99)).toBeUndefined();
        expect(await feedback.listProjectsOf([])).toEqual(new Map());
      });

      it('lists and counts what is open, done or assigned', async () => {
        const { feedback, say } = await openProject();
        await say(...[1, 2, 3].map((index) => sayAlone(index)), sayAlone(4, { projectId: 2 }));
        const ids = (await feedback.listOfProjects([1], { limit: 9 })).map(({ id }) => id);
        await feedback.change(ids.slice(0, 1), { done: { byUserId: 7, atMs: NOON_MS } });
        await feedback.change(ids.slice(0, 2), { assigneeId: 8 });
        const [done] = await feedback.listOfProjects([1, 2], { limit: 9, isDone: true });
        expect(done).toMatchObject({ id: ids[0], doneAtMs: NOON_MS, doneBy: 7, assigneeId: 8 });
        const open = { isDone: false };
        const wanted = [open, { isDone: true }, { ...open, assigneeId: 8 }];
        const counts = wanted.map((each) => feedback.count([1, 2], each));
        expect(await Promise.all(counts)).toEqual([3, 1, 1]);
        expect(await feedback.count([1, 2], { isDone: false }, 2)).toBe(2);
      });
    });

    it('is open after an update, unless it came 30 days before, and open when it comes later', async () => {
      const { database, feedback, say } = await openProject();
      const nowMs = Date.now();
      const day = (days: number) => ({ receivedAtMs: nowMs - days * 86_400_000 });
      await say(createFeedback(day(29)), createFeedback({ id: '1'.repeat(32), ...day(31) }));
      const db = kyselyOf(database);
      for (const name of ['open', 'done']) await db.schema.dropIndex(`feedback_${name}`).execute();
      for (const name of ['done_at', 'was_done_at', 'done_by', 'assignee_id']) {
        await db.schema.alterTable('feedback').dropColumn(name).execute();
      }
      await workThroughFeedback.up(db as never, (database as KyselyDatabase).dialect.columns);
      await say(createFeedback({ id: '2'.repeat(32), ...day(40) }));
      const listed = await feedback.listOfProjects([1], { limit: 9 });
      expect(listed.map(({ doneAtMs, doneBy }) => [(doneAtMs ?? 0) >= nowMs, doneBy])).toEqual([
        [false, undefined],
        [true, undefined],
        [false, undefined],
      ]);
    });

    describe('change', () => {
      async function openSaid(said = createFeedback()) {
        const fresh = await openProject();
        await fresh.say(said);
        const [{ id } = { id: 0 }] = await fresh.feedback.listOfProjects([1], { limit: 1 });
        const find = async () => (await fresh.feedback.listOfProjects([1], { limit: 1 }))[0]!;
        return { ...fresh, id, find };
      }
      const by = { byUserId: 7, atMs: NOON_MS };
      const done = { done: by };

      it('takes effect for one of two people who mark feedback as done at once', async () => {
        const { feedback, id, find, openAgain } = await openSaid();
        const other = openAgain().stores.feedback;
        const changed = await Promise.all([
          feedback.change([id, 99], done),
          other.change([99, id], { done: { ...by, byUserId: 8 } }),
        ]);
        expect(changed.flat()).toEqual([id]);
        expect((await find()).doneBy).toBe(changed[0].length === 1 ? 7 : 8);
      });

      it('changes what is not yet so, and undoes what nobody changed since', async () => {
        const { feedback, stores, id } = await openSaid();
        const before = await stores.projectChanges.readVersions();
        const changed: number[] = [];
        for (const each of [
          done,
          { done: null, from: { ...by, byUserId: 8 } },
          { done: null, from: by },
          { done: { ...by, atMs: NOON_MS + 1 } },
          { done: null, from: by },
          { done: null },
          { done: null },
          { assigneeId: 8 },
          { assigneeId: 8 },
          { assigneeId: 9 },
          { assigneeId: null },
        ]) {
          changed.push((await feedback.change([id], each)).length);
        }
        expect(changed).toEqual([1, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1]);
        expect((await stores.projectChanges.readVersions()).get(1)).toBe(before.get(1)! + 7);
      });

      it('gives reopened feedback back to the person and time by which it was done', async () => {
        const { feedback, id, find } = await openSaid();
        const changed: number[] = [];
        for (const each of [done, { done: null }, { isDoneAgain: true }, { isDoneAgain: true }]) {
          changed.push((await feedback.change([id], each as FeedbackChange)).length);
        }
        expect(changed).toEqual([1, 1, 1, 0]);
        expect(await find()).toMatchObject({ doneAtMs: NOON_MS, doneBy: 7 });
      });

      it('is taken back by a user report that says something new of the same event', async () => {
        const { feedback, id, find, say } = await openSaid(createUserReport());
        await feedback.change([id], done);
        await say(createUserReport({ receivedAtMs: NOON_MS + 1 }));
        expect(await find()).toMatchObject({ doneAtMs: NOON_MS });
        await say(createUserReport({ message: 'And now?', receivedAtMs: NOON_MS + 2 }));
        expect(await find()).not.toHaveProperty('doneAtMs');
      });
    });
  });
});
