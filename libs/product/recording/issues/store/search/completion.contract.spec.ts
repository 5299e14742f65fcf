import { expect, it } from '@jest/globals';
import { onEachDatabase, NOON_MS } from '../../../../testing/index.ts';
import { eventAt, openTriage } from '../../../../testing/triage.ts';
import type { StoredKey } from './completion.store.ts';

onEachDatabase('CompletionStore', ({ openFresh }) => {
  it('lists the values that issues of given projects have, the most frequent first', async () => {
    const { stores, record, change, triage } = await openTriage(openFresh);
    const add = (groupedBy: string, type: string, release: string, projectId = 1) =>
      record(
        eventAt(0, {
          groupedBy,
          grouping: { type, level: groupedBy === 'a' ? 'fatal' : 'error' },
          event: { release, environment: release === '2' ? 'staging' : 'production', projectId },
        }),
      );
    await add('a', 'AError', '1');
    await add('b', 'BError', '1');
    await add('c', 'BError', '2');
    await add('d', 'DError', '3', 2);
    await record(eventAt(0, { groupedBy: 'e', grouping: { type: '' } }));
    await change([1], { kind: 'resolve' });
    await change([2], { kind: 'muteForTime', untilMs: NOON_MS + 1 });
    await change([3], { kind: 'muteForever' });
    await triage.assign({ issueIds: [2], assigneeId: 7, byUserId: 7, nowMs: NOON_MS });
    const list = (key: StoredKey, projectIds?: readonly number[], nowMs = NOON_MS) =>
      stores.completions.list(key, { nowMs, ...(projectIds ? { projectIds } : {}) });
    expect(await list('type', [1])).toEqual([
      { value: 'BError', issues: 2 },
      { value: 'AError', issues: 1 },
    ]);
    expect((await list('type')).map(({ value }) => value)).toEqual(['BError', 'AError', 'DError']);
    expect(await list('is', [1])).toEqual([
      { value: 'muted', issues: 2 },
      { value: 'resolved', issues: 1 },
      { value: 'unresolved', issues: 1 },
    ]);
    expect((await list('is', [1], NOON_MS + 1))[0]).toEqual({ value: 'unresolved', issues: 2 });
    expect(await list('level', [1])).toEqual([
      { value: 'error', issues: 3 },
      { value: 'fatal', issues: 1 },
    ]);
    expect(await list('assigned')).toEqual([{ value: '7', issues: 1 }]);
    expect((await list('release', [1])).map(({ value }) => value).toSorted()).toEqual(['1', '2']);
    expect(await list('environment', [1])).toEqual([{ value: 'production' }, { value: 'staging' }]);
    expect(await list('environment', [])).toEqual([]);
  });

  it('lists tags and their values, with the number of their issues', async () => {
    const { stores, record } = await openTriage(openFresh);
    const add = (groupedBy: string, tags: readonly (readonly [string, string])[], projectId = 1) =>
      record(eventAt(0, { groupedBy, event: { projectId, tags: new Map(tags) } }));
    await add('a', [['plan', 'gold']]);
    await add('b', [
      ['plan', 'free'],
      ['größe', 'L'],
    ]);
    await add('c', [['plan', 'free']]);
    await add('c', [['plan', 'free']]);
    await add('d', [['region', 'eu']], 2);
    while (await stores.tags.fold());
    const { completions } = stores;
    const all = await completions.listTags();
    expect(all).toEqual(expect.arrayContaining(['größe', 'plan', 'region']));
    expect(await completions.listTags([2])).not.toContain('plan');
    expect(await completions.listTags([])).toEqual([]);
    expect(await completions.listTagValues('plan')).toEqual([
      { value: 'free', issues: 2 },
      { value: 'gold', issues: 1 },
    ]);
    expect(await completions.listTagValues('plan', { projectIds: [2] })).toEqual([]);
    expect(await completions.listTagValues('plan', { typed: 'OL' })).toEqual([
      { value: 'gold', issues: 1 },
    ]);
    expect(await completions.listTagValues('plan', { typed: 'g_ld' })).toEqual([]);
    expect(await completions.listTagValues('nothing')).toEqual([]);
    expect(await completions.listFirstTagValues('plan', { limit: 2 })).toEqual(['gold', 'free']);
    expect(await completions.listFirstTagValues('plan', { limit: 1 })).toEqual(['gold']);
    const ofOther = { limit: 2, projectIds: [2] };
    expect(await completions.listFirstTagValues('plan', ofOther)).toEqual([]);
    const asked = ['plan', "no'thing\0", 'größe', 'region', 'plan'];
    expect(await completions.listUnknownTags(asked)).toEqual(["no'thing\0"]);
    expect(await completions.listUnknownTags(asked, [2])).toEqual(['plan', "no'thing\0", 'größe']);
    expect(await completions.listUnknownTags([], [2])).toEqual([]);
  });
});
