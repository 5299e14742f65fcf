import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Database } from '#persistence';
import type { Session, User } from '#product/people/accounts';
import type { Stores } from '#product';
import { addPeople, createGroupedEvent, createReport } from '#product/testing';
import { createTestDatabase } from '#persistence/testing';
import type { ProjectRole } from '#product/people/accounts/rules';
import { SystemClock } from '#shared';
import { Access } from '../../people/accounts/index.ts';
import { PeopleService } from '../../projects/members/index.ts';
import { TriageService } from './triage.service.ts';
import type { TriageChange } from './triage-change.ts';

const RESOLVE: TriageChange = { kind: 'state', change: { kind: 'resolve' } };

describe('TriageService', () => {
  let database: Database;
  let stores: Stores;
  let remove: () => Promise<void>;
  let service: TriageService;
  let bob: User;
  let issues: Record<1 | 2 | 3, number>;

  beforeEach(async () => {
    const made = await createTestDatabase('sqlite');
    remove = made.remove;
    database = openDatabase(made.config);
    await database.migrate(['platform', 'product']);
    stores = createStores(database);
    const projects = [1, 2, 3] as const;
    await stores.projects.ensure(projects.map((id) => ({ slug: `p${id}`, id })));
    await stores.reports.record([
      createReport(
        1,
        projects.map((projectId) => createGroupedEvent({ event: { projectId } })),
      ),
    ]);
    const listed = await stores.issues.list({ limit: 10 });
    const idOf = (project: number) => listed.find((each) => each.projectId === project)?.id ?? 0;
    issues = { 1: idOf(1), 2: idOf(2), 3: idOf(3) };
    const [, second] = await addPeople(stores, ['ada', 'bob']);
    bob = second as User;
    const clock = new SystemClock();
    const people = new PeopleService(stores.users, stores.memberships, clock);
    service = new TriageService(stores.issues, stores.triage, people, clock);
  });

  afterEach(async () => {
    await database.close();
    await remove();
  });

  const bobAs = (roles: Partial<Record<number, ProjectRole>>): Access =>
    new Access({
      user: bob,
      session: {} as Session,
      projectRoles: new Map(
        Object.entries(roles).map(([id, role]) => [Number(id), role as ProjectRole]),
      ),
    });

  const statusOf = async (id: number) => (await stores.issues.find(id))?.state.status;

  it('changes issues only in projects where the person may change them', async () => {
    const access = bobAs({ 1: 'member', 2: 'viewer' });
    const { changed, unchanged, refused } = await service.change(
      access,
      [issues[1], issues[1], issues[2], issues[3], 999],
      RESOLVE,
    );
    expect([changed.length, unchanged]).toEqual([1, 0]);
    expect([...refused]).toEqual([
      ['issue.forbidden', 1],
      // One issue is in a project that Bob cannot see, the other does not exist.
      ['issue.unknown', 2],
    ]);
    expect(await Promise.all([1, 2, 3].map((each) => statusOf(issues[each as 1])))).toEqual([
      'resolved',
      'unresolved',
      'unresolved',
    ]);
    const again = await service.change(access, [issues[1]], RESOLVE);
    expect(again).toMatchObject({ changed: [], unchanged: 1, refused: new Map() });
  });

  it('assigns issues only in projects where the assignee works', async () => {
    await stores.memberships.set({ userId: bob.id, projectId: 1, role: 'member', nowMs: 0 });
    const access = bobAs({ 1: 'admin', 2: 'admin' });
    const { changed, refused } = await service.change(access, [issues[1], issues[2]], {
      kind: 'assignee',
      assigneeId: bob.id,
    });
    expect(changed).toHaveLength(1);
    expect([...refused]).toEqual([['issue.assignee_unknown', 1]]);
    expect((await stores.issues.find(issues[2]))?.assigneeId).toBeUndefined();
  });

  it('undoes a change only in projects where the person still may change issues', async () => {
    const before = await service.change(
      bobAs({ 1: 'member', 2: 'member', 3: 'member' }),
      [issues[1], issues[2], issues[3]],
      RESOLVE,
    );
    const undone = await service.undo(bobAs({ 1: 'member', 2: 'viewer' }), [
      ...before.changed,
      999,
    ]);
    expect(undone.changed).toHaveLength(1);
    expect([...undone.refused]).toEqual([
      ['issue.forbidden', 1],
      // One change is in a project that Bob no longer sees, the other does not exist.
      ['issue.unknown', 2],
    ]);
    expect([await statusOf(issues[1]), await statusOf(issues[2])]).toEqual([
      'unresolved',
      'resolved',
    ]);
  });

  it('restores no assignee who no longer works in the project', async () => {
    await stores.memberships.set({ userId: bob.id, projectId: 1, role: 'member', nowMs: 0 });
    const access = bobAs({ 1: 'admin' });
    await service.change(access, [issues[1]], { kind: 'assignee', assigneeId: bob.id });
    const taken = await service.change(access, [issues[1]], { kind: 'assignee' });
    await stores.memberships.remove(bob.id, 1);
    const undone = await service.undo(access, taken.changed);
    expect([...undone.refused]).toEqual([['issue.assignee_unknown', 1]]);
    expect((await stores.issues.find(issues[1]))?.assigneeId).toBeUndefined();
    await stores.memberships.set({ userId: bob.id, projectId: 1, role: 'member', nowMs: 0 });
    expect((await service.undo(access, taken.changed)).changed).toHaveLength(1);
    expect((await stores.issues.find(issues[1]))?.assigneeId).toBe(bob.id);
  });
});
