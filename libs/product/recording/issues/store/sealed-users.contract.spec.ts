import { expect, it } from '@jest/globals';
import { createGroupedEvent, createReport, onEachDatabase } from '../../../testing/index.ts';

onEachDatabase('key_users', ({ openFresh }) => {
  it('stores the users of an issue under names sealed with a key of their project', async () => {
    const { db, stores } = await openFresh('app', 'web');
    const userHash = 'a'.repeat(32);
    for (const projectId of [1, 2]) {
      const event = createGroupedEvent({ userHash, event: { projectId } });
      await stores.reports.record([createReport(projectId, [event])]);
    }
    const users = await db.selectFrom('key_users').select('user_hash').execute();
    const names = users.map(({ user_hash }) => user_hash);
    const sealed = expect.stringMatching(/^[\w-]{22}$/);
    expect(names).toEqual([sealed, sealed]);
    expect(new Set(names).size).toBe(2);
  });
});
