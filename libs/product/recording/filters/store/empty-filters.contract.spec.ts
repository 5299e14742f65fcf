import { expect, it } from '@jest/globals';
import { onEachDatabase } from '../../../testing/index.ts';
import { filterSettings } from './filter-settings.ts';
import { emptyFiltersThatAreOff } from './migrations/0039-empty-filters-that-are-off.ts';

onEachDatabase('migration 0039-empty-filters-that-are-off', ({ openFresh }) => {
  it('empties lists that were switched off, and keeps lists that were on', async () => {
    const { db, stores } = await openFresh('app', 'web');
    const kysely = db;
    const before = {
      messages: ['off *'],
      messagesOn: false,
      releases: ['1.*'],
      releasesOn: true,
      networksOn: false,
      crawlers: false,
    };
    const settings = [before, { messages: ['on *'] }];
    for (const [index, value] of settings.entries()) {
      await kysely
        .insertInto('project_settings')
        .values({
          project_id: index + 1,
          part: 'filters',
          version: 3,
          value: JSON.stringify(value),
        })
        .execute();
    }
    await emptyFiltersThatAreOff.up(kysely as never, undefined as never);
    const { defaults } = filterSettings;
    expect(await stores.settings.get(1, filterSettings)).toEqual({
      value: { ...defaults, releases: ['1.*'], crawlers: false },
      version: 3,
    });
    expect(await stores.audit.list({ limit: 9 })).toMatchObject([
      { projectId: 1, what: 'settings.filters', target: 'messages', from: ['off *'] },
    ]);
    const { value } = await stores.settings.get(2, filterSettings);
    expect(value).toEqual({ ...defaults, messages: ['on *'] });
  });
});
