import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import {
  createAttachment,
  createFeedback,
  createGroupedEvent,
  createReport,
  onEachDatabase,
  DAY_MS,
} from '../../../testing/index.ts';
import { countStatements } from '../../../testing/count-statements.ts';
import type { ProcessedReport } from '../../reports/store/report.ts';
import type { ReceivedAttachment } from '../../reports/store/report-items.ts';
import { CHUNK_BYTES } from './chunk-bytes.ts';

const EVENT_ID = 'a'.repeat(32);

const createEvent = () => createGroupedEvent({ event: { eventId: EVENT_ID } });

const ofSize = (bytes: number, item = 1) => ({ ...createAttachment('x', { item }), bytes });

onEachDatabase('AttachmentStore', ({ kind, openFresh }) => {
  async function openProject() {
    const fresh = await openFresh('app', 'web');
    const { db, stores } = fresh;
    const { attachments, reports } = stores;
    return {
      ...fresh,
      attachments,
      bring: (
        reportId: number,
        of: readonly ReceivedAttachment[],
        traits: Partial<ProcessedReport> = {},
      ) => reports.record([createReport(reportId, [], { attachments: of, ...traits })]),
      readAll: async (id: number) => {
        const chunks: Buffer[] = [];
        for await (const chunk of attachments.read(id)) chunks.push(chunk);
        return chunks;
      },
      listOutcomes: async () => {
        const rows = await db
          .selectFrom('outcome_minutes')
          .select(['outcome', 'reason', 'quantity'])
          .where('kind', '=', 'attachment')
          .orderBy('outcome')
          .execute();
        return rows.map(({ outcome, reason, quantity }) => `${outcome}/${reason} ${quantity}`);
      },
      sweep: async (nowMs = Date.now()) => {
        let steps = 0;
        while (await fresh.stores.deletions.sweep(nowMs)) steps += 1;
        return steps;
      },
      countRows: async () => ({
        rows: (await db.selectFrom('attachments').select('id').execute()).length,
        chunks: (await db.selectFrom('attachment_chunks').select('id').execute()).length,
      }),
    };
  }

  it('lists the files of an event in order, under the names that senders gave', async () => {
    const { attachments, bring } = await openProject();
    const other = { eventId: 'b'.repeat(32) };
    await bring(1, [createAttachment('one'), createAttachment('other', { item: 2, ...other })], {
      events: [createEvent()],
    });
    const traits = { name: '\u0000bad\ud800.png', contentType: 'image/png', type: 'event.view' };
    await bring(2, [createAttachment('second', traits)]);
    expect(await attachments.list(1, EVENT_ID)).toEqual([
      {
        id: expect.any(Number),
        name: 'notes.txt',
        contentType: 'text/plain',
        type: 'event.attachment',
        bytes: 3,
        receivedAtMs: Date.UTC(2026, 0, 5, 12),
      },
      expect.objectContaining({ name: '\ufffdbad\ufffd.png', contentType: 'image/png' }),
    ]);
    expect(await attachments.list(2, EVENT_ID)).toEqual([]);
  });

  it('keeps a file that arrives before its event', async () => {
    const { attachments, bring, stores } = await openProject();
    await bring(1, [createAttachment()]);
    await stores.reports.record([createReport(2, [createEvent()])]);
    const [found] = await attachments.list(1, EVENT_ID);
    expect(await attachments.find(1, found!.id)).toEqual(found);
  });

  it('returns a file in chunks, regardless of the pieces in which it arrived', async () => {
    const { attachments, bring, readAll, listOutcomes } = await openProject();
    const body = Buffer.alloc(2 * CHUNK_BYTES + 5, 'abc');
    await bring(1, [createAttachment(body), createAttachment('', { item: 2 })]);
    const [large, empty] = await attachments.list(1, EVENT_ID);
    const chunks = await readAll(large!.id);
    expect(chunks.map(({ length }) => length)).toEqual([CHUNK_BYTES, CHUNK_BYTES, 5]);
    expect(Buffer.concat(chunks).equals(body)).toBe(true);
    expect(await readAll(empty!.id)).toEqual([]);
    expect(await readAll(999)).toEqual([]);
    expect(await listOutcomes()).toEqual(['stored/taken 2']);
  });

  it('keeps a file whose memory is reused for the next piece, and small files', async () => {
    const { attachments, bring, readAll } = await openProject();
    const memory = Buffer.alloc(100);
    const overwritten = createAttachment('', {
      bytes: 300,
      async *read() {
        for (const letter of 'abc') yield memory.fill(letter);
      },
    });
    await bring(1, [overwritten, createAttachment('next', { item: 2 })]);
    const [first, second] = await attachments.list(1, EVENT_ID);
    expect(Buffer.concat(await readAll(first!.id)).toString()).toBe(
      'a'.repeat(100) + 'b'.repeat(100) + 'c'.repeat(100),
    );
    expect(Buffer.concat(await readAll(second!.id)).toString()).toBe('next');
  });

  it('compresses files on the disk', async () => {
    const { attachments, bring, readAll, db } = await openProject();
    const log = Buffer.from('GET /checkout 500 in 12 ms\n'.repeat(30_000));
    await bring(1, [createAttachment(log)], { events: [createEvent()] });
    const [file] = await attachments.list(1, EVENT_ID);
    const chunks = await db.selectFrom('attachment_chunks').select(['id', 'body']).execute();
    expect(chunks.reduce((sum, { body }) => sum + body.length, 0)).toBeLessThan(log.length / 10);
    expect(Buffer.concat(await readAll(file!.id)).equals(log)).toBe(true);
    expect(file).toMatchObject({ bytes: log.length });
  });

  it('finds a file by the issue of its event or feedback, and by no other issue', async () => {
    const { attachments, bring, stores } = await openProject();
    const screenshot = createAttachment('png', { item: 2, eventId: 'f'.repeat(32) });
    await bring(1, [createAttachment(), screenshot], {
      events: [createEvent(), createGroupedEvent({ groupedBy: 'another' })],
      feedback: [createFeedback()],
    });
    const listed = await attachments.list(1, EVENT_ID);
    expect(listed).toHaveLength(2);
    const { id } =
      (await stores.events.find(1))!.event.eventId === EVENT_ID ? { id: 1 } : { id: 2 };
    for (const each of listed) {
      expect(await attachments.find(id, each.id)).toEqual(each);
      expect(await attachments.find(3 - id, each.id)).toBeUndefined();
    }
    expect(await attachments.find(id, 999)).toBeUndefined();
  });

  it('lists files of an event up to a limit, its own before those of feedback', async () => {
    const { attachments, bring } = await openProject();
    const { attachmentsPerEvent } = reportLimits;
    const ids = Array.from({ length: attachmentsPerEvent + 1 }, (_, n) =>
      n.toString(16).padStart(32, '0'),
    );
    await bring(
      1,
      ids.map((eventId, item) => createAttachment('', { item, eventId, name: `${item}` })),
      { feedback: ids.map((id, n) => createFeedback({ id, receivedAtMs: 1000 + n })) },
    );
    await bring(2, [createAttachment('', { name: 'own' })]);
    const names = (await attachments.list(1, EVENT_ID)).map(({ name }) => name);
    expect(names).toEqual(['own', ...ids.slice(0, attachmentsPerEvent - 1).map((_, n) => `${n}`)]);
    const all = await attachments.list(1, EVENT_ID, 2 * attachmentsPerEvent);
    expect(all).toHaveLength(1 + attachmentsPerEvent);
    expect(await attachments.list(1, EVENT_ID, 1)).toHaveLength(1);
  });

  it('lists the files of an event with it alone, even when feedback has its id', async () => {
    const { attachments, bring, stores } = await openProject();
    const event = { eventId: 'b'.repeat(32) };
    await bring(1, [createAttachment()], {
      events: [createEvent(), createGroupedEvent({ event, groupedBy: 'another' })],
    });
    await bring(2, [], { feedback: [createFeedback({ id: EVENT_ID, ...event })] });
    expect(await attachments.list(1, event.eventId)).toEqual([]);
    const [found] = await attachments.list(1, EVENT_ID);
    const isOwn = async (id: number) => (await stores.events.find(id))!.event.eventId === EVENT_ID;
    for (const id of [1, 2]) {
      const expected = (await isOwn(id)) ? found : undefined;
      expect(await attachments.find(id, found!.id)).toEqual(expected);
    }
  });

  it('stores no files of a duplicate event, and removes those already written', async () => {
    const { attachments, bring, countRows, listOutcomes, sweep } = await openProject();
    await bring(1, [createAttachment()], { events: [createEvent()] });
    await bring(2, [createAttachment()], { events: [createEvent()] });
    expect(await attachments.list(1, EVENT_ID)).toHaveLength(1);
    expect(await listOutcomes()).toEqual(['duplicate/event_id 1', 'stored/taken 1']);
    expect(await sweep()).toBe(1);
    expect(await countRows()).toEqual({ rows: 1, chunks: 1 });
  });

  it('filters files that belong to no event', async () => {
    const { eventId: _, ...unowned } = createAttachment();
    const { bring, countRows, listOutcomes } = await openProject();
    await bring(1, [unowned]);
    expect(await countRows()).toEqual({ rows: 0, chunks: 0 });
    expect(await listOutcomes()).toEqual(['filtered/no_event 1']);
  });

  it('keeps a limited number and size of files per event, over all reports', async () => {
    const { attachments, bring, listOutcomes } = await openProject();
    const { attachmentBytesPerEvent, attachmentsPerEvent } = reportLimits;
    const half = attachmentBytesPerEvent / 2;
    await bring(1, [ofSize(half, 1), ofSize(half, 2), ofSize(1, 3)]);
    await bring(2, [ofSize(1)]);
    expect(await attachments.list(1, EVENT_ID)).toHaveLength(2);
    const other = { eventId: 'b'.repeat(32) };
    const many = Array.from({ length: attachmentsPerEvent + 1 }, (_, item) =>
      createAttachment('', { item, ...other }),
    );
    await bring(3, many);
    expect(await attachments.list(1, other.eventId)).toHaveLength(attachmentsPerEvent);
    expect(await listOutcomes()).toEqual([
      'filtered/event_full 3',
      `stored/taken ${2 + attachmentsPerEvent}`,
    ]);
  });

  describe('files of feedback about an event', () => {
    const half = reportLimits.attachmentBytesPerEvent / 2;
    const ids = ['1', '2', '3'].map((digit) => digit.repeat(32));
    const filesOf = (id: string) => [{ ...ofSize(half), eventId: id }];

    it('are limited together like the files of the event itself', async () => {
      const { attachments, bring, listOutcomes } = await openProject();
      for (const [n, id] of ids.entries()) {
        await bring(n + 1, filesOf(id), { feedback: [createFeedback({ id })] });
      }
      // A file that comes apart from its feedback counts for the feedback alone.
      await bring(5, [{ ...ofSize(1), eventId: ids[0]! }]);
      expect(await attachments.list(1, EVENT_ID)).toHaveLength(2);
      await bring(6, [{ ...ofSize(2 * half), name: 'own' }]);
      const names = (await attachments.list(1, EVENT_ID)).map(({ name }) => name);
      expect(names).toEqual(['own', 'notes.txt', 'notes.txt']);
      expect(await listOutcomes()).toEqual(['filtered/event_full 1', 'stored/taken 4']);
    });

    it('take no room from an event whose id the feedback has', async () => {
      const { attachments, bring } = await openProject();
      const full = { eventId: 'b'.repeat(32) };
      await bring(1, [ofSize(half)], { events: [createEvent()] });
      const feedback = [createFeedback({ id: ids[0]!, ...full })];
      await bring(2, [{ ...ofSize(2 * half), eventId: ids[0]! }], { feedback });
      await bring(3, [], { feedback: [createFeedback({ id: EVENT_ID, ...full })] });
      await bring(4, [ofSize(half)]);
      expect(await attachments.list(1, full.eventId)).toHaveLength(1);
      expect(await attachments.list(1, EVENT_ID)).toHaveLength(2);
    });

    it('count for the event when two processes record them at once', async () => {
      const { db, openAgain } = await openProject();
      const report = createReport(1, [], {
        attachments: filesOf(ids[0]!),
        feedback: [createFeedback({ id: ids[0]! })],
      });
      const processes = [openAgain(), openAgain()];
      await Promise.all(processes.map(({ stores }) => stores.reports.record([report])));
      const rows = await db.selectFrom('attachments').select('about_event_id').execute();
      expect(rows).toEqual([{ about_event_id: EVENT_ID }]);
    });
  });

  it('writes hundreds of small files in few statements, including refused ones', async () => {
    const { attachments, countRows, database, readAll, listOutcomes } = await openProject();
    const { attachmentsPerEvent } = reportLimits;
    const attached = Array.from({ length: 3 * attachmentsPerEvent }, (_, item) =>
      createAttachment(String(item), { item, eventId: (item % 2 === 0 ? 'a' : 'b').repeat(32) }),
    );
    const countFor = (files: readonly ReceivedAttachment[], counts = countStatements(database)) =>
      counts.during(() =>
        counts.stores.reports.record([
          createReport(1, [createEvent()], { attachments: [...files] }),
        ]),
      );
    const statements = await countFor(attached);
    const other = await openProject();
    const forTwo = await countFor(attached.slice(0, 2), countStatements(other.database));
    expect(statements).toBeLessThan(forTwo + 10);
    expect(await countRows()).toEqual({ rows: attached.length, chunks: attached.length });
    expect(await listOutcomes()).toEqual(['filtered/event_full 100', 'stored/taken 200']);
    const texts: string[] = [];
    for (const { id } of await attachments.list(1, EVENT_ID)) {
      texts.push(Buffer.concat(await readAll(id)).toString());
    }
    expect(texts).toEqual(Array.from({ length: attachmentsPerEvent }, (_, n) => String(2 * n)));
  });

  it('completes a file after its writing was interrupted', async () => {
    const { attachments, bring, readAll } = await openProject();
    const body = Buffer.alloc(CHUNK_BYTES + 10, 'abc');
    const broken: ReceivedAttachment = {
      ...createAttachment(body),
      async *read() {
        yield body.subarray(0, CHUNK_BYTES);
        throw new Error('The file is gone.');
      },
    };
    await expect(bring(1, [broken])).rejects.toThrow('The file is gone.');
    expect(await attachments.list(1, EVENT_ID)).toEqual([]);
    await bring(1, [createAttachment(body)]);
    const [found] = await attachments.list(1, EVENT_ID);
    expect(Buffer.concat(await readAll(found!.id)).equals(body)).toBe(true);
  });

  it('removes files that were never recorded a day later, in steps', async () => {
    const { bring, countRows, stores, sweep } = await openProject();
    // Random bytes cannot be compressed, so each transaction has one chunk.
    const body = randomBytes(20 * CHUNK_BYTES);
    const broken: ReceivedAttachment = {
      ...createAttachment(body),
      async *read() {
        yield body;
        throw new Error('Killed.');
      },
    };
    await expect(bring(1, [broken])).rejects.toThrow('Killed.');
    expect(await countRows()).toEqual({ rows: 1, chunks: 20 });
    expect(await stores.deletions.sweep()).toBe(false);
    // The steps remove sixteen chunks, four chunks, and the row.
    expect(await sweep(Date.now() + DAY_MS + 1000)).toBe(3);
    expect(await countRows()).toEqual({ rows: 0, chunks: 0 });
  });

  it('fails to record a file removed meanwhile, and writes it anew the next time', async () => {
    const { attachments, bring, db, readAll, sweep } = await openProject();
    const body = createAttachment('abc');
    let isFirst = true;
    const overtaken: ReceivedAttachment = {
      ...body,
      async *read() {
        yield* body.read();
        if (isFirst) await db.updateTable('attachments').set({ state: 'dropped' }).execute();
        isFirst = false;
      },
    };
    const fault = { code: 'database.unavailable' };
    await expect(bring(1, [overtaken])).rejects.toMatchObject(fault);
    await expect(bring(1, [overtaken])).rejects.toMatchObject(fault);
    await sweep();
    await bring(1, [overtaken]);
    const [found] = await attachments.list(1, EVENT_ID);
    expect(Buffer.concat(await readAll(found!.id)).toString()).toBe('abc');
  });

  it('stores a file once when several processes record the same report at once', async () => {
    const { attachments, countRows, openAgain, readAll, listOutcomes } = await openProject();
    const body = Buffer.alloc(5 * CHUNK_BYTES, 'xyz');
    const report = createReport(1, [createEvent()], { attachments: [createAttachment(body)] });
    const processes = Array.from({ length: kind === 'postgres' ? 4 : 2 }, openAgain);
    await Promise.all(processes.map(({ stores }) => stores.reports.record([report])));
    const [found] = await attachments.list(1, EVENT_ID);
    expect(Buffer.concat(await readAll(found!.id)).equals(body)).toBe(true);
    expect(await countRows()).toEqual({ rows: 1, chunks: 5 });
    expect(await listOutcomes()).toEqual(['stored/taken 1']);
  });
});
