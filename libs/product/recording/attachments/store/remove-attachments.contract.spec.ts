import { expect, it } from '@jest/globals';
import { createAttachmentRow } from '../../../testing/attachment-row.ts';
import { onEachDatabase } from '../../../testing/index.ts';
import { findUnrecorded } from './remove-attachments.ts';

onEachDatabase('the removal of attachments', ({ openFresh }) => {
  it('finds unrecorded files by an index, without reading kept files or sorting', async () => {
    const { analyze, explain, db } = await openFresh('app');
    for (let reportId = 0; reportId < 5; reportId += 1) {
      const rows = Array.from({ length: 500 }, (_, item) => createAttachmentRow(reportId, item));
      await db.insertInto('attachments').values(rows).execute();
    }
    await analyze('attachments');
    const plan = await explain((_, explained) => findUnrecorded(explained, Date.now()));
    const uses = plan.split('\n').filter((line) => line.includes('attachments'));
    expect(uses).toEqual(Array(2).fill(expect.stringContaining('attachments_left')));
    expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
  });
});
