import { describe, expect, it } from '@jest/globals';
import { onEachDatabase } from '../../testing/index.ts';
import { addPeople } from '../../testing/people.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

describe('MembershipStore', () => {
  onEachDatabase(({ openFresh }) => {
    async function openWithProjects() {
      const { stores, openAgain } = await openFresh();
      await stores.projects.ensure([
        { slug: 'web', id: 1 },
        { slug: 'api', id: 2 },
        { slug: 'app', id: 3 },
      ]);
      const people = await addPeople(stores, ['ada', 'bob', 'eve']);
      const [ada = 0, bob = 0, eve = 0] = people.map(({ id }) => id);
      return { stores, openAgain, memberships: stores.memberships, ada, bob, eve };
    }

    it('finds the role of a user in a project', async () => {
      const { memberships, ada, bob } = await openWithProjects();
      const membership = { userId: bob, projectId: 2, role: 'member', nowMs: NOON_MS } as const;
      expect(await memberships.set(membership)).toBe(true);
      expect(await memberships.findRole(bob, 2)).toBe('member');
      expect(await memberships.findRole(bob, 1)).toBeUndefined();
      expect(await memberships.findRole(ada, 2)).toBeUndefined();
    });

    it('gives another role', async () => {
      const { memberships, bob } = await openWithProjects();
      for (const role of ['member', 'admin', 'viewer'] as const) {
        await memberships.set({ userId: bob, projectId: 2, role, nowMs: NOON_MS });
        expect(await memberships.findRole(bob, 2)).toBe(role);
      }
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
      expect(await memberships.listMembers(2, { limit: 10 })).toEqual([]);
    });

    it('puts nobody in who is not there, and nowhere that is not', async () => {
      const { stores, memberships, bob } = await openWithProjects();
      const role = 'viewer';
      const nowMs = NOON_MS;
      expect(await memberships.set({ userId: 99, projectId: 1, role, nowMs })).toBe(false);
      expect(await memberships.set({ userId: bob, projectId: 99, role, nowMs })).toBe(false);
      await stores.users.remove(bob);
      expect(await memberships.set({ userId: bob, projectId: 1, role, nowMs })).toBe(false);
    });

    it('takes somebody out of one project', async () => {
      const { memberships, bob } = await openWithProjects();
      for (const projectId of [1, 2]) {
        await memberships.set({ userId: bob, projectId, role: 'viewer', nowMs: NOON_MS });
      }
      expect(await memberships.remove(bob, 1)).toBe(true);
      expect(await memberships.remove(bob, 1)).toBe(false);
      expect(await memberships.findRole(bob, 1)).toBeUndefined();
      expect(await memberships.findRole(bob, 2)).toBe('viewer');
    });

    it('ends with the user', async () => {
      const { stores, memberships, bob } = await openWithProjects();
      await memberships.set({ userId: bob, projectId: 1, role: 'viewer', nowMs: NOON_MS });
      await stores.users.disable(bob);
      expect(await memberships.findRole(bob, 1)).toBe('viewer');
      await stores.users.remove(bob);
      expect(await memberships.findRole(bob, 1)).toBeUndefined();
    });

    it('leaves none behind that is made while its user is removed', async () => {
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
});
