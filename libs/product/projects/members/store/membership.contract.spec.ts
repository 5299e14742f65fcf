import { expect, it } from '@jest/globals';
import { onEachDatabase, NOON_MS } from '../../../testing/index.ts';
import { addPeople } from '../../../testing/people.ts';

onEachDatabase('MembershipStore', ({ openFresh }) => {
  async function openWithProjects() {
    const { stores, openAgain } = await openFresh('web', 'api', 'app');
    const people = await addPeople(stores, ['ada', 'bob', 'eve']);
    const [ada = 0, bob = 0, eve = 0] = people.map(({ id }) => id);
    return { stores, openAgain, memberships: stores.memberships, ada, bob, eve };
  }

  it('finds the role of a user in a project, the latest one', async () => {
    const { memberships, ada, bob } = await openWithProjects();
    const membership = { userId: bob, projectId: 2, role: 'member', nowMs: NOON_MS } as const;
    expect(await memberships.set({ ...membership, role: 'admin' })).toBe(true);
    expect(await memberships.set(membership)).toBe(true);
    expect(await memberships.findRole(bob, 2)).toBe('member');
    expect(await memberships.findRole(bob, 1)).toBeUndefined();
    expect(await memberships.findRole(ada, 2)).toBeUndefined();
  });

  it('changes the role of present members only, and adds absent members only, when asked', async () => {
    const { stores, openAgain, memberships, bob } = await openWithProjects();
    const inWeb = { userId: bob, projectId: 1, nowMs: NOON_MS };
    expect(await memberships.changeRole({ ...inWeb, role: 'admin' })).toBe(false);
    expect(await memberships.findRole(bob, 1)).toBeUndefined();
    expect(await memberships.set({ ...inWeb, role: 'viewer', onlyIf: 'absent' })).toBe(true);
    expect(await memberships.set({ ...inWeb, role: 'admin', onlyIf: 'absent' })).toBe(false);
    expect(await memberships.findRole(bob, 1)).toBe('viewer');
    expect(await memberships.changeRole({ ...inWeb, role: 'admin' })).toBe(true);
    expect(await memberships.findRole(bob, 1)).toBe('admin');
    const processes = [stores, ...Array.from({ length: 4 }, () => openAgain().stores)];
    const added = await Promise.all(
      processes.map((process) =>
        process.memberships.set({ ...inWeb, projectId: 2, role: 'viewer', onlyIf: 'absent' }),
      ),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    const told: string[] = [];
    const tell = (from: string) => async () => void told.push(from);
    const member = { ...inWeb, role: 'member' } as const;
    await Promise.all(processes.map(({ memberships: all }) => all.changeRole(member, tell)));
    expect(told).toEqual(['admin', 'member', 'member', 'member', 'member']);
  });

  it('lists the roles of a user by project', async () => {
    const { memberships, bob, eve } = await openWithProjects();
    const give = { userId: bob, nowMs: NOON_MS };
    await memberships.set({ ...give, projectId: 3, role: 'viewer' });
    await memberships.set({ ...give, projectId: 1, role: 'admin' });
    expect(await memberships.listRoles(bob)).toEqual(
      new Map([
        [1, 'admin'],
        [3, 'viewer'],
      ]),
    );
    expect(await memberships.listRoles(eve)).toEqual(new Map());
  });

  it('lists the projects of a user, page by page', async () => {
    const { memberships, bob, eve } = await openWithProjects();
    for (const projectId of [3, 1]) {
      await memberships.set({ userId: bob, projectId, role: 'viewer', nowMs: NOON_MS });
    }
    await memberships.set({ userId: eve, projectId: 2, role: 'admin', nowMs: NOON_MS });
    const web = { project: { id: 1, slug: 'web', name: 'web' }, role: 'viewer' };
    const app = { project: { id: 3, slug: 'app', name: 'app' }, role: 'viewer' };
    expect(await memberships.listProjects(bob, { limit: 10 })).toEqual([web, app]);
    expect(await memberships.listProjects(bob, { limit: 1 })).toEqual([web]);
    expect(await memberships.listProjects(bob, { limit: 1, afterId: 1 })).toEqual([app]);
  });

  it('lists the projects of several users at once', async () => {
    const { memberships, ada, bob, eve } = await openWithProjects();
    for (const projectId of [3, 1]) {
      await memberships.set({ userId: bob, projectId, role: 'viewer', nowMs: NOON_MS });
    }
    await memberships.set({ userId: eve, projectId: 2, role: 'admin', nowMs: NOON_MS });
    const web = { project: { id: 1, slug: 'web', name: 'web' }, role: 'viewer' };
    const app = { project: { id: 3, slug: 'app', name: 'app' }, role: 'viewer' };
    expect(await memberships.listProjectsOf([ada, bob])).toEqual(new Map([[bob, [web, app]]]));
    expect(await memberships.listProjectsOf([])).toEqual(new Map());
  });

  it('lists the members of a project, page by page, with names and emails', async () => {
    const { stores, memberships, bob, eve } = await openWithProjects();
    await memberships.set({ userId: bob, projectId: 1, role: 'viewer', nowMs: NOON_MS });
    await memberships.set({ userId: eve, projectId: 1, role: 'admin', nowMs: NOON_MS });
    await stores.users.setName(eve, undefined);
    await stores.users.disable(eve);
    const first = {
      userId: bob,
      email: 'bob@example.org',
      name: 'bob',
      role: 'viewer',
      isDisabled: false,
    };
    const second = { userId: eve, email: 'eve@example.org', role: 'admin', isDisabled: true };
    expect(await memberships.listMembers(1, { limit: 10 })).toEqual([first, second]);
    expect(await memberships.listMembers(1, { limit: 1, afterUserId: bob })).toEqual([second]);
    expect(await memberships.listMembers(1, { limit: 9, text: 'eve@' })).toEqual([second]);
    expect(await memberships.listMembers(2, { limit: 10 })).toEqual([]);
  });

  it('lists active users with a role in one of several projects, and owners always', async () => {
    const { stores, memberships, ada, bob, eve } = await openWithProjects();
    const give = { nowMs: NOON_MS };
    await memberships.set({ ...give, userId: bob, projectId: 1, role: 'viewer' });
    await memberships.set({ ...give, userId: bob, projectId: 2, role: 'member' });
    await memberships.set({ ...give, userId: eve, projectId: 2, role: 'admin' });
    const idsOf = async (projects: 'all' | number[], limit = 10) => {
      const options = { roles: ['member', 'admin'], limit } as const;
      return (await memberships.listActive(projects, options)).map(({ id }) => id);
    };
    expect(await idsOf([1])).toEqual([ada]);
    expect(await idsOf([])).toEqual([ada]);
    expect(await idsOf([1, 2])).toEqual([ada, bob, eve]);
    expect(await idsOf('all', 2)).toEqual([ada, bob]);
    await stores.users.disable(eve);
    expect(await idsOf('all')).toEqual([ada, bob]);
  });

  it('adds no unknown or removed user, and none to an unknown project', async () => {
    const { stores, memberships, bob } = await openWithProjects();
    const role = 'viewer';
    const nowMs = NOON_MS;
    expect(await memberships.set({ userId: 99, projectId: 1, role, nowMs })).toBe(false);
    expect(await memberships.set({ userId: bob, projectId: 99, role, nowMs })).toBe(false);
    await stores.users.remove(bob);
    expect(await memberships.set({ userId: bob, projectId: 1, role, nowMs })).toBe(false);
  });

  it('removes a user from one project', async () => {
    const { memberships, bob } = await openWithProjects();
    for (const projectId of [1, 2]) {
      await memberships.set({ userId: bob, projectId, role: 'viewer', nowMs: NOON_MS });
    }
    expect(await memberships.remove(bob, 1)).toBe(true);
    expect(await memberships.remove(bob, 1)).toBe(false);
    expect(await memberships.findRole(bob, 1)).toBeUndefined();
    expect(await memberships.findRole(bob, 2)).toBe('viewer');
  });

  it('ends a membership when the user is removed, not when disabled', async () => {
    const { stores, memberships, bob } = await openWithProjects();
    await memberships.set({ userId: bob, projectId: 1, role: 'viewer', nowMs: NOON_MS });
    await stores.users.disable(bob);
    expect(await memberships.findRole(bob, 1)).toBe('viewer');
    await stores.users.remove(bob);
    expect(await memberships.findRole(bob, 1)).toBeUndefined();
  });

  it('leaves no membership of a user who is removed while memberships are set', async () => {
    const { stores, openAgain, memberships, bob } = await openWithProjects();
    const other = openAgain().stores;
    await Promise.all([
      ...[1, 2, 3].map((projectId) =>
        other.memberships.set({ userId: bob, projectId, role: 'viewer', nowMs: NOON_MS }),
      ),
      stores.users.remove(bob),
    ]);
    expect(await memberships.listProjects(bob, { limit: 10 })).toEqual([]);
  });
});
