import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Stores } from '#product';
import type { Database } from '#persistence';
import { createTestDatabase } from '#persistence/testing';
import type { ProjectRole } from '#product/people/accounts/rules';
import type { Session, User } from '#product/people/accounts';
import { addPeople, createGroupedEvent, createReport } from '#product/testing';
import { SystemClock } from '#shared';
import { Access } from '../../../people/accounts/index.ts';
import { MergingService } from './merging.service.ts';

/** Issues 1 to 3 are WEB-1 to WEB-3. Issue 4 is API-1. */
describe('MergingService', () => {
  let database: Database;
  let stores: Stores;
  let remove: () => Promise<void>;
  let service: MergingService;
  let bob: User;

  beforeEach(async () => {
    const made = await createTestDatabase('sqlite');
    remove = made.remove;
    database = openDatabase(made.config);
    await database.migrate(['platform', 'product']);
    stores = createStores(database);
    await stores.projects.ensure([
      { slug: 'web', id: 1 },
      { slug: 'api', id: 2 },
    ]);
    const events = [1, 1, 1, 2].map((projectId, index) =>
      createGroupedEvent({ groupedBy: `group ${index}`, event: { projectId } }),
    );
    await stores.reports.record([createReport(1, events)]);
    [, bob] = (await addPeople(stores, ['ada', 'bob'])) as [User, User];
    service = new MergingService(stores.issues, stores.merges, new SystemClock());
  });

  afterEach(async () => {
    await database.close();
    await remove();
  });

  const bobAs = (roles: Partial<Record<number, ProjectRole>>): Access =>
    new Access({
      user: bob,
      session: {} as Session,
      projectRoles: new Map(Object.entries(roles).map(([id, role]) => [Number(id), role!])),
    });

  it.each<[number[], string | undefined, string]>([
    [[1], undefined, 'issue.merge_one'],
    [[1, 999], undefined, 'issue.unknown'],
    [[1, 4], undefined, 'issue.unknown'],
    [[1], '', 'issue.merge_target'],
    [[1], 'that one', 'issue.merge_target'],
    [[1], 'WEB-1', 'issue.merge_target'],
    [[1], 'WEB-99999', 'issue.merge_target'],
    [[1], 'API-1', 'issue.merge_target'],
  ])('refuses to merge %j into %j: %s', async (issueIds, into, code) => {
    const access = bobAs({ 1: 'member' });
    expect(await service.merge(access, issueIds, into)).toEqual({ ok: false, code });
  });

  it('refuses issues of two projects, and issues that the person may only read', async () => {
    expect(await service.merge(bobAs({ 1: 'member', 2: 'member' }), [1, 4])).toEqual({
      ok: false,
      code: 'issue.merge_projects',
    });
    expect(await service.merge(bobAs({ 1: 'viewer' }), [1, 2])).toEqual({
      ok: false,
      code: 'issue.forbidden',
    });
  });

  it('takes the short id of a merged issue as that of the issue with its groups', async () => {
    const access = bobAs({ 1: 'member' });
    expect(await service.merge(access, [1, 2, 2])).toMatchObject({ into: 'WEB-1', count: 1 });
    expect(await service.merge(access, [3], ' web-2 ')).toMatchObject({ intoId: 1, into: 'WEB-1' });
    expect(await service.merge(access, [1, 2])).toMatchObject({ ok: false });
  });
});
