import { expect, it } from '@jest/globals';
import { type KyselyPlugin } from 'kysely';
import { reportLimits } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { createAttachmentRow } from '../../../testing/attachment-row.ts';
import { createAttachment, createFeedback, onEachDatabase } from '../../../testing/index.ts';
import type { FreshDatabase } from '../../../testing/index.ts';
import { sweepAll } from '../../../testing/sweep.ts';
import { feedbackFiles } from '../../../recording/feedback/store/remove-feedback.ts';
import { hasUnchecked, removeSomeUnowned } from './remove-unowned.ts';

const EVENT_ID = 'a'.repeat(32);
const FEEDBACK_ID = 'f'.repeat(32);
const CHUNK = Buffer.alloc(256 * 1024);

const dueMs = () => Date.now() + reportLimits.eventAwaitedMs + 1000;

onEachDatabase('the removal of files and feedback whose event never came', ({ openFresh }) => {
  async function openProject() {
    const fresh = await openFresh('app');
    const { db } = fresh;
    return {
      ...fresh,
      bring: fresh.recordReport,
      bringEvent: (eventId = EVENT_ID) => fresh.record({ event: { eventId } }),
      listLeft: async () => ({
        files: (await db.selectFrom('attachments').select('name').orderBy('id').execute()).map(
          ({ name }) => name,
        ),
        chunks: (await db.selectFrom('attachment_chunks').select('id').execute()).length,
        said: (await db.selectFrom('feedback').select('message').orderBy('id').execute()).map(
          ({ message }) => message,
        ),
      }),
    };
  }

  const say = (traits: Parameters<typeof createFeedback>[0] = {}) =>
    createFeedback({ receivedAtMs: Date.now(), ...traits });

  it('removes files with their bytes, in steps, and not before their time', async () => {
    const { bring, listLeft, stores } = await openProject();
    const body = Buffer.alloc(20 * CHUNK.length);
    await bring({ attachments: [createAttachment(body), createAttachment('', { item: 2 })] });
    expect(await sweepAll(stores, dueMs() - 60_000)).toBe(0);
    expect((await listLeft()).chunks).toBe(20);
    // Steps: check, sixteen chunks, four chunks, the first row, the small file.
    expect(await sweepAll(stores, dueMs())).toBe(5);
    expect(await listLeft()).toEqual({ files: [], chunks: 0, said: [] });
  });

  it('keeps files and feedback whose event or feedback is there, and checks them once', async () => {
    const { bring, bringEvent, listLeft, stores } = await openProject();
    const { eventId: _, ...aboutNothing } = say({ message: 'In general.' });
    await bring({
      attachments: [
        createAttachment(CHUNK, { name: 'of the event' }),
        createAttachment(CHUNK, { name: 'of feedback', item: 2, eventId: FEEDBACK_ID }),
      ],
      feedback: [aboutNothing, say({ id: 'e'.repeat(32), message: 'About the event.' })],
    });
    await bringEvent();
    // Steps: feedback, files.
    expect(await sweepAll(stores, dueMs())).toBe(2);
    expect(await sweepAll(stores, dueMs())).toBe(0);
    expect(await listLeft()).toEqual({
      files: ['of the event', 'of feedback'],
      chunks: 2,
      said: ['About the event.', 'In general.'],
    });
  });

  it('removes the feedback about an event that never came, and first its files', async () => {
    const { bring, listLeft, stores } = await openProject();
    await bring({
      attachments: [createAttachment(CHUNK, { eventId: FEEDBACK_ID })],
      feedback: [say()],
    });
    await bring({ feedback: [say({ source: 'user_report', id: EVENT_ID })] });
    await sweepAll(stores, dueMs());
    expect(await listLeft()).toEqual({ files: [], chunks: 0, said: [] });
  });

  it('counts the time of feedback from its writing, not from its receipt', async () => {
    const { bring, bringEvent, listLeft, stores } = await openProject();
    await bring({
      feedback: [say({ receivedAtMs: 0 }), say({ receivedAtMs: 0, source: 'user_report' })],
    });
    expect(await sweepAll(stores, dueMs() - 60_000)).toBe(0);
    await bringEvent();
    await sweepAll(stores, dueMs());
    expect((await listLeft()).said).toEqual(['It broke.', 'It broke.']);
  });

  it.each([
    ['feedback', { feedback: [say()] }],
    [
      'the files of feedback',
      { attachments: [createAttachment('', { eventId: FEEDBACK_ID })], feedback: [say()] },
    ],
    ['files', { attachments: [createAttachment()] }],
  ])('keeps %s when the event arrives during the check', async (_what, traits) => {
    const { bring, bringEvent, database, db, listLeft } = await openProject();
    const comesLater = 'c'.repeat(32);
    await bring(traits);
    await bringEvent(comesLater);
    const before = await listLeft();
    await db.transaction().execute(async (transaction) => {
      const coming: Promise<unknown>[] = [];
      const comeBeforeWrites: KyselyPlugin = {
        transformQuery: ({ node }) => {
          // The connection runs statements one after another, so this update precedes the
          // intercepted statement.
          if (node.kind !== 'SelectQueryNode') {
            const toName = transaction.updateTable('events').set({ event_id: EVENT_ID });
            coming.push(toName.where('event_id', '=', comesLater).execute());
          }
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      };
      await removeSomeUnowned({
        transaction: transaction.withPlugin(comeBeforeWrites),
        dialect: (database as KyselyDatabase).dialect,
        owners: [feedbackFiles],
        nowMs: dueMs(),
      });
      expect(coming.length).toBeGreaterThan(0);
      await Promise.all(coming);
    });
    expect(await listLeft()).toEqual(before);
    const dropped = db.selectFrom('attachments').select('id').where('state', '=', 'dropped');
    expect(await dropped.execute()).toEqual([]);
  });

  it('removes the files of removed feedback that were checked before', async () => {
    const { bring, db, listLeft, stores } = await openProject();
    await bring({ attachments: [createAttachment(CHUNK, { eventId: FEEDBACK_ID })] });
    await bring({ feedback: [say()] });
    await db
      .updateTable('feedback')
      .set({ written_at: Date.now() + 60_000 })
      .execute();
    await sweepAll(stores, dueMs());
    expect(await listLeft()).toMatchObject({ files: ['notes.txt'], said: ['It broke.'] });
    await sweepAll(stores, dueMs() + 60_000);
    expect(await listLeft()).toEqual({ files: [], chunks: 0, said: [] });
  });

  it('keeps the files of an event whose id removed feedback has', async () => {
    const { bring, bringEvent, listLeft, stores } = await openProject();
    await bring({ attachments: [createAttachment()] });
    await bringEvent();
    await bring({ feedback: [say({ id: EVENT_ID, eventId: 'b'.repeat(32) })] });
    await sweepAll(stores, dueMs());
    expect(await listLeft()).toEqual({ files: ['notes.txt'], chunks: 1, said: [] });
  });

  it('leaves a late event without its removed files, and keeps later files of it', async () => {
    const { bring, bringEvent, listLeft, stores } = await openProject();
    await bring({ attachments: [createAttachment()] });
    await sweepAll(stores, dueMs());
    await bringEvent();
    expect(await stores.attachments.list(1, EVENT_ID)).toEqual([]);
    await bring({ attachments: [createAttachment('', { name: 'late' })] });
    await sweepAll(stores, dueMs());
    expect((await listLeft()).files).toEqual(['late']);
  });

  it('works with two relays at once', async () => {
    const { bring, bringEvent, listLeft, openAgain, stores } = await openProject();
    const ids = Array.from({ length: 300 }, (_, n) => n.toString(16).padStart(32, '0'));
    for (const some of [ids.slice(0, 100), ids.slice(100, 200), ids.slice(200)]) {
      await bring({
        attachments: some.map((eventId, item) => createAttachment('x', { eventId, item })),
        feedback: some.map((eventId, n) =>
          say({ eventId, id: `${n}${eventId}`.slice(0, 32), message: eventId }),
        ),
      });
    }
    await bringEvent(ids[7]);
    const relays = [stores, openAgain().stores];
    const nowMs = dueMs();
    // A relay stops early when the other relay has locked all rows. One more sweep deletes the
    // remaining rows.
    await Promise.all(relays.map((relay) => sweepAll(relay, nowMs)));
    await sweepAll(stores, nowMs);
    expect(await listLeft()).toEqual({ files: ['notes.txt'], chunks: 1, said: [ids[7]] });
  });

  it('finds unchecked rows by an index, without reading checked rows or sorting', async () => {
    const { analyze, explain, db } = await openProject();
    await fillWithChecked(db);
    await analyze();
    const plan = await explain((_, explained) =>
      hasUnchecked(explained, [feedbackFiles], Date.now()),
    );
    const uses = plan.split('\n').filter((line) => /(scan|search).*\b\w+_unchecked/i.test(line));
    expect(uses).toEqual([
      expect.stringContaining('feedback_unchecked'),
      expect.stringContaining('attachments_unchecked'),
    ]);
    expect(plan).not.toMatch(/TEMP B-TREE|Sort|SCAN (?!.*USING)|Seq Scan on (attach|feedb)/);
  });
});

async function fillWithChecked(db: FreshDatabase['db']): Promise<void> {
  for (let reportId = 0; reportId < 5; reportId += 1) {
    const eventId = `${reportId}`.repeat(32);
    const numbers = Array.from({ length: 500 }, (_, item) => item);
    await db
      .insertInto('attachments')
      .values(
        numbers.map((item) => ({
          ...createAttachmentRow(reportId, item),
          event_id: eventId,
          is_checked: 1 as const,
        })),
      )
      .execute();
    await db
      .insertInto('feedback')
      .values(
        numbers.map((item) => ({
          project_id: 1,
          source: 'feedback' as const,
          feedback_id: `${reportId}-${item}`,
          event_id: eventId,
          message: 'It broke.',
          received_at: 0,
          written_at: 0,
          is_checked: 1 as const,
        })),
      )
      .execute();
  }
}
