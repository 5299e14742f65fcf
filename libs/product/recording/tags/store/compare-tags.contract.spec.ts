import { expect, it } from '@jest/globals';
import {
  createGroupedEvent,
  createReport,
  onEachDatabase,
  NOON_MS,
  DAY_MS,
} from '../../../testing/index.ts';
import { findDiffering, listCompared } from '../rules/index.ts';
import type { IssueSample } from '../rules/index.ts';
import { dropTags } from './drop-tags.ts';

onEachDatabase('TagStore', ({ kind, openFresh }) => {
  it('finds the tag by which an issue differs from its project on the same days', async () => {
    const tag = (groupedBy: string, device: string, daysAgo: number) => {
      const facts = { receivedAtMs: NOON_MS, occurredAtMs: NOON_MS - daysAgo * DAY_MS };
      const tags = new Map([['device', device]]);
      return createGroupedEvent({
        groupedBy,
        grouping: { value: groupedBy },
        event: { ...facts, tags },
      });
    };
    const spread = (groupedBy: string, phones: number, daysAgo: number) =>
      Array.from({ length: 50 }, (_, nth) =>
        tag(groupedBy, nth < phones ? 'iPhone' : 'PC', daysAgo),
      );
    const { stores } = await openFresh('web');
    const events = [
      ...spread('caused', 40, 1),
      ...spread('plain', 6, 1),
      ...spread('plain', 6, 2),
      ...spread('other', 4, 1),
      ...spread('third', 5, 1),
      ...spread('earlier', 50, 9),
    ];
    await stores.reports.record([createReport(1, events)]);
    while (await stores.tags.fold());
    const told = new Map<string, unknown>();
    const phoneShares = new Map<string, readonly IssueSample[]>();
    for (const issue of await stores.issues.list({ limit: 9 })) {
      const counted = { tags: await stores.tags.list(issue.id, 5), users: issue.users };
      const project = await stores.tags.countInProject(issue, listCompared(counted));
      told.set(issue.value, [project.get('device')?.events, findDiffering(counted, project)]);
      const phone = { name: 'device', value: 'iPhone' };
      phoneShares.set(issue.value, await stores.tags.sampleIssues(issue, phone));
    }
    expect(Object.fromEntries(told)).toMatchObject({
      caused: [200, [{ name: 'device', value: 'iPhone', share: 0.8, projectShare: 0.1 }]],
      plain: [250, []],
      other: [200, []],
      third: [200, []],
      earlier: [50, []],
    });
    const others = phoneShares.get('caused')!;
    expect(new Set(others.map(({ share }) => share))).toEqual(new Set([0.08, 0.1, 0.12, 1]));
    expect(others.filter(({ onlyTagId }) => onlyTagId !== undefined)).toMatchObject([{ share: 1 }]);
  });

  it('counts for a project no tag that was dropped, such as that of an erased person', async () => {
    const { stores, db } = await openFresh('web');
    const events = ['Ann', 'Ann', 'Bob'].map((customer) =>
      createGroupedEvent({ event: { tags: new Map([['customer', customer]]) } }),
    );
    await stores.reports.record([createReport(1, events)]);
    while (await stores.tags.fold());
    const { id } = await db
      .selectFrom('tags')
      .select('id')
      .where('value', '=', 'Ann')
      .executeTakeFirstOrThrow();
    const dialect = { kind, hasConcurrentWriters: kind === 'postgres' } as never;
    await db.transaction().execute((transaction) => dropTags({ transaction, dialect }, [id]));
    const [issue] = await stores.issues.list({ limit: 1 });
    const asked = ['Ann', 'Bob'].map((value) => ({ name: 'customer', value }));
    const counted = await stores.tags.countInProject(issue!, asked);
    expect(counted).toEqual(new Map([['customer', { events: 1, values: new Map([['Bob', 1]]) }]]));
  });
});
