import { describe, expect, it } from '@jest/globals';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
} from '../../../testing/index.ts';
import type { KyselyDatabase } from '#persistence/stores';
import { workThroughFeedback } from './migrations/0060-work-through-feedback.ts';
import type { Feedback } from '../../reports/store/report-items.ts';
import type { FeedbackChange } from './feedback.store.ts';

const EVENT_ID = 'a'.repeat(32);

const createUserReport = (traits: Partial<Feedback> = {}) =>
  createFeedback({ source: 'user_report', id: EVENT_ID, ...traits });

onEachDatabase('FeedbackStore', ({ openFresh }) => {
  async function openProject() {
    const fresh = await openFresh('app', 'web');
    const { feedback } = fresh.stores;
    return {
      ...fresh,
      feedback,
      say: (...said: Feedback[]) => fresh.recordReport({ feedback: said }),
      listOutcomes: async () => {
        const rows = await fresh.db
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
    const { name: _, ...second } = createUserReport({ message: 'Two.', receivedAtMs: NOON_MS + 2 });
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
      const [second] = all.filter(({ issueId }) => issueId !== null);
      expect(second).toMatchObject({ eventId: EVENT_ID, issueId: issue!.id, number: 1 });
      expect(all.map(({ message, eventId }) => [message, eventId])).toEqual([
        ['No. 1', null],
        ['No. 2', EVENT_ID],
        ['No. 3', null],
        ['No. 4', null],
      ]);
      const alone = { limit: 9, isWithoutEvent: true };
      expect(toMessages(await feedback.listOfProjects([1, 2], alone))).toEqual([
        'No. 1',
        'No. 3',
        'No. 4',
      ]);
      expect(toMessages(await feedback.listOfProjects([1], { ...alone, before: all[0] }))).toEqual([
        'No. 3',
      ]);
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
      const { explain } = await openProject();
      for (const [wanted, index] of [
        [{}, 'feedback_by_receipt'],
        [{ isWithoutEvent: true }, 'feedback_without_event'],
        [{ isDone: false }, 'feedback_open'],
        [{ isDone: true }, 'feedback_done'],
      ] as const) {
        const plan = await explain((stores) =>
          stores.feedback.listOfProjects([1, 2], { limit: 9, ...wanted }),
        );
        expect(plan).toContain(index);
      }
    });

    it('comes with the files that were sent with its id', async () => {
      const { feedback, stores } = await openProject();
      const file = (item: number, eventId: string) =>
        createAttachment('a shot', { item, eventId, name: `${item}.png` });
      await stores.reports.record([
        createReport(90, [], {
          feedback: [sayAlone(1), sayAlone(2), createUserReport({ message: 'Reported.' })],
          attachments: [file(1, idOf(1)), file(2, EVENT_ID), file(3, idOf(1)), file(4, idOf(2))],
        }),
      ]);
      await stores.reports.record([createReport(91, [], { attachments: [file(5, idOf(2))] })]);
      const listed = await feedback.listOfProjects([1], { limit: 9 });
      const said = new Map(listed.map(({ id, message }) => [id, message]));
      const files = await feedback.listFiles([...said.keys()]);
      expect(files.map(({ name, feedbackId }) => [name, said.get(feedbackId)])).toEqual([
        ['1.png', 'No. 1'],
        ['3.png', 'No. 1'],
        ['4.png', 'No. 2'],
        ['5.png', 'No. 2'],
      ]);
      const { feedbackId } = files[0]!;
      expect(await feedback.listFiles([feedbackId])).toEqual(files.slice(0, 2));
      expect(await feedback.listFiles([])).toEqual([]);
      expect(await feedback.listProjectsOf([feedbackId, 99])).toEqual(new Map([[feedbackId, 1]]));
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
    const { database, db, feedback, say } = await openProject();
    const nowMs = Date.now();
    const day = (days: number) => ({ receivedAtMs: nowMs - days * 86_400_000 });
    await say(createFeedback(day(29)), createFeedback({ id: '1'.repeat(32), ...day(31) }));
    for (const name of ['open', 'done']) await db.schema.dropIndex(`feedback_${name}`).execute();
    for (const name of ['done_at', 'was_done_at', 'done_by', 'assignee_id']) {
      await db.schema.alterTable('feedback').dropColumn(name).execute();
    }
    await workThroughFeedback.up(db as never, (database as KyselyDatabase).dialect.columns);
    await say(createFeedback({ id: '2'.repeat(32), ...day(40) }));
    const listed = await feedback.listOfProjects([1], { limit: 9 });
    expect(listed.map(({ doneAtMs, doneBy }) => [(doneAtMs ?? 0) >= nowMs, doneBy])).toEqual([
      [false, null],
      [true, null],
      [false, null],
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
      expect((await find()).doneAtMs).toBeNull();
    });
  });
});
