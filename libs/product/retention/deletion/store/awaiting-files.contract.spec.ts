import { expect, it } from '@jest/globals';
import { reportLimits } from '#shared';
import { createAttachmentRow } from '../../../testing/attachment-row.ts';
import { createAttachment, createFeedback, onEachDatabase } from '../../../testing/index.ts';
import { sweepAll } from '../../../testing/sweep.ts';
import type { Stores } from '../../../create-stores.ts';
import type { DroppedFiles } from './deletion.types.ts';
import { feedbackFiles } from '../../../recording/feedback/store/remove-feedback.ts';
import { findCrowded, selectAwaiting, selectNew } from './awaiting-files.ts';

const { filesAwaitingPerProject: MOST_FILES, fileBytesAwaitingPerProject: MOST_BYTES } =
  reportLimits;
const EVENT_ID = 'a'.repeat(32);
const ROWS_PER_INSERT = 500;

onEachDatabase('files that wait for their event', ({ openFresh }) => {
  async function openProjects() {
    const fresh = await openFresh('app', 'other');
    const { db } = fresh;
    let reportId = 0;
    const fill = async (
      count: number,
      traits: Partial<ReturnType<typeof createAttachmentRow>> = {},
    ) => {
      reportId += 1;
      const rows = Array.from({ length: count }, (_, item) => ({
        ...createAttachmentRow(reportId, item),
        ...traits,
      }));
      for (let start = 0; start < count; start += ROWS_PER_INSERT) {
        const some = rows.slice(start, start + ROWS_PER_INSERT);
        await db.insertInto('attachments').values(some).execute();
      }
    };
    return {
      ...fresh,
      fill,
      bring: fresh.recordReport,
      bringEvent: (eventId = EVENT_ID) => fresh.record({ event: { eventId } }),
      countKept: async (projectId = 1) => {
        const kept = db.selectFrom('attachments').select(({ fn }) => fn.countAll().as('files'));
        const where = kept.where('state', '=', 'kept').where('project_id', '=', projectId);
        return Number((await where.executeTakeFirstOrThrow()).files);
      },
      listNames: async () => {
        const kept = db.selectFrom('attachments').select('name').where('state', '=', 'kept');
        return (await kept.orderBy('touched_at').execute()).map(({ name }) => name);
      },
    };
  }

  it('are limited in number per project, the oldest are dropped first', async () => {
    const { countKept, fill, listNames, stores } = await openProjects();
    await fill(1, { name: 'oldest', touched_at: 1 });
    await fill(MOST_FILES, { touched_at: 2 });
    await fill(1, { name: 'newest', touched_at: 3 });
    await fill(1, { project_id: 2, touched_at: 1 });
    expect(await boundAll(stores)).toEqual([{ projectId: 1, files: 2, bytes: 0 }]);
    expect(await countKept()).toBe(MOST_FILES);
    expect(await countKept(2)).toBe(1);
    const names = await listNames();
    expect(names).not.toContain('oldest');
    expect(names).toContain('newest');
    expect(await boundAll(stores)).toEqual([]);
  });

  it('are limited in bytes per project, and dropped in steps', async () => {
    const { countKept, fill, stores } = await openProjects();
    const bytes = MOST_BYTES / 128;
    await fill(700, { touched_at: 1 });
    await fill(129, { bytes, touched_at: 2 });
    expect(await boundAll(stores)).toEqual([
      { projectId: 1, files: 500, bytes: 0 },
      { projectId: 1, files: 201, bytes },
    ]);
    expect(await countKept()).toBe(128);
  });

  it('lose their bytes in the steps of the common sweep', async () => {
    const { bring, db, fill, stores } = await openProjects();
    await bring({ attachments: [createAttachment('some text')] });
    await fill(MOST_FILES, { touched_at: Date.now() + 60_000 });
    await boundAll(stores);
    expect(await sweepAll(stores, Date.now())).toBe(1);
    expect(await db.selectFrom('attachment_chunks').select('id').execute()).toEqual([]);
  });

  it('no longer count once their event or their feedback is there, in any order', async () => {
    const { bring, bringEvent, fill, listNames, stores } = await openProjects();
    const early = 'b'.repeat(32);
    const said = 'c'.repeat(32);
    await bringEvent();
    await bring({
      attachments: [
        createAttachment('', { name: 'of event' }),
        createAttachment('', { name: 'of feedback', item: 2, eventId: said }),
        createAttachment('', { name: 'early', item: 3, eventId: early }),
      ],
      feedback: [createFeedback({ id: said })],
    });
    expect(await boundAll(stores)).toEqual([]);
    await bringEvent(early);
    await fill(MOST_FILES, { touched_at: Date.now() + 60_000 });
    // The early file counts as waiting until `dropExcessFiles` finds its event.
    expect(await boundAll(stores)).toEqual([{ projectId: 1, files: 0, bytes: 0 }]);
    expect((await listNames()).slice(0, 3).toSorted()).toEqual([
      'early',
      'of event',
      'of feedback',
    ]);
  });

  it('are still dropped when their time is over', async () => {
    const { bring, bringEvent, listNames, stores } = await openProjects();
    await bring({
      attachments: [
        createAttachment('', { name: 'in vain' }),
        createAttachment('', { name: 'in time', item: 2, eventId: 'b'.repeat(32) }),
      ],
    });
    await boundAll(stores);
    await bringEvent('b'.repeat(32));
    await sweepAll(stores, Date.now() + reportLimits.eventAwaitedMs - 60_000);
    expect(await listNames()).toHaveLength(2);
    await sweepAll(stores, Date.now() + reportLimits.eventAwaitedMs + 60_000);
    expect(await listNames()).toEqual(['in time']);
  });

  it('are limited correctly when two relays work at once', async () => {
    const { countKept, fill, openAgain, stores } = await openProjects();
    await fill(MOST_FILES + 50, { touched_at: 1 });
    const found = await Promise.all([stores, openAgain().stores].map(boundAll));
    const dropped = found.flat().reduce((sum, { files }) => sum + files, 0);
    expect(dropped).toBeGreaterThanOrEqual(50);
    expect(await countKept()).toBe(MOST_FILES + 50 - dropped);
  });

  it('are summed and found by indexes alone, without sorting', async () => {
    const { analyze, explain, fill } = await openProjects();
    await fill(2500, { is_checked: 1 });
    await fill(50, { is_awaiting: 1 });
    await analyze('attachments');
    const plan = await explain(async (_, db) => {
      await selectNew(db, [feedbackFiles]).limit(1).execute();
      await findCrowded(db);
      const awaiting = selectAwaiting(db, [feedbackFiles]).where('project_id', '=', 1);
      await awaiting.limit(500).execute();
    });
    const uses = plan
      .split('\n')
      .flatMap((line) => /\battachments_(?:unchecked|awaiting)/.exec(line) ?? []);
    expect(uses).toEqual(['attachments_unchecked', 'attachments_awaiting', 'attachments_awaiting']);
    expect(plan).not.toMatch(/TEMP B-TREE|SCAN attachments(?!.*USING)|Seq Scan on attachments/);
  });
});

async function boundAll({ deletions }: Stores): Promise<DroppedFiles[]> {
  while (await deletions.lookForOwners());
  const gone: DroppedFiles[] = [];
  for (;;) {
    const went = await deletions.dropExcessFiles();
    if (!went) return gone;
    gone.push(went);
  }
}
