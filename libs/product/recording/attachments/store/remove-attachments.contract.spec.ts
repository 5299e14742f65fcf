import { describe, expect, it } from '@jest/globals';
import { CompiledQuery } from 'kysely';
import { createAttachmentRow } from '../../../testing/attachment-row.ts';
import { onEachDatabase } from '../../../testing/index.ts';
import { explain, kyselyOf } from '#persistence/testing';
import { findUnrecorded } from './remove-attachments.ts';

describe('the removal of attachments', () => {
  onEachDatabase(({ kind, openFresh }) => {
    it('finds unrecorded files by an index, without reading kept files or sorting', async () => {
      const { database, stores } = await openFresh();
      await stores.projects.ensure([{ slug: 'app', id: 1 }]);
      const db = kyselyOf(database);
      for (let reportId = 0; reportId < 5; reportId += 1) {
        const rows = Array.from({ length: 500 }, (_, item) => createAttachmentRow(reportId, item));
        await db.insertInto('attachments').values(rows).execute();
      }
      if (kind === 'postgres') await db.executeQuery(CompiledQuery.raw('analyze attachments'));
      const plan = await explain(database, (sweeping) =>
        findUnrecorded(kyselyOf(sweeping), Date.now()),
      );
      const uses = plan.split('\n').filter((line) => line.includes('attachments'));
      expect(uses).toEqual(Array(2).fill(expect.stringContaining('attachments_left')));
      expect(plan).not.toMatch(/TEMP B-TREE|Sort/);
    });
  });
});
