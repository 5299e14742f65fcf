import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { addPeople } from '#product/testing';
import { openMembers } from './test/open-members.ts';
import type { OpenMembers } from './test/open-members.ts';
import type { PeopleService } from './people.service.ts';

describe('PeopleService', () => {
  let accounts: OpenMembers;
  let people: PeopleService;
  let ada: number;
  let bob: number;
  let eve: number;

  beforeEach(async () => {
    accounts = await openMembers();
    const { stores } = accounts;
    await stores.projects.ensure([
      { slug: 'web', id: 1 },
      { slug: 'api', id: 2 },
    ]);
    const [one, two, three] = await addPeople(stores, ['ada', 'bob', 'eve']);
    [ada, bob, eve] = [one?.id ?? 0, two?.id ?? 0, three?.id ?? 0];
    await give(bob, 1, 'member');
    await give(eve, 1, 'viewer');
    people = accounts.people;
  });

  afterEach(() => accounts.close());

  const give = (userId: number, projectId: number, role: 'member' | 'viewer') =>
    accounts.stores.memberships.set({ userId, projectId, role, nowMs: accounts.clock.nowMs() });

  it('names people, also removed ones, and people without a name by email address', async () => {
    await accounts.stores.users.setName(bob, undefined);
    await accounts.stores.users.remove(eve);
    expect(await people.listNames([bob, eve, eve, 99])).toEqual(
      new Map([
        [bob, 'bob@example.org'],
        [eve, 'eve'],
      ]),
    );
  });

  it('lists by name the people who have a right in a project', async () => {
    expect(await people.listPeopleWithRight('issues.triage', [1])).toEqual([
      { id: ada, name: 'ada', email: 'ada@example.org' },
      { id: bob, name: 'bob', email: 'bob@example.org' },
    ]);
    expect((await people.listPeopleWithRight('issues.read', [1])).map(({ id }) => id)).toEqual([
      ada,
      bob,
      eve,
    ]);
    expect((await people.listPeopleWithRight('issues.triage', [2])).map(({ id }) => id)).toEqual([
      ada,
    ]);
  });

  it('reads the people with a right again after five seconds, not before', async () => {
    await people.listPeopleWithRight('issues.triage', 'all');
    await give(eve, 2, 'member');
    accounts.clock.ms += 4999;
    expect(await people.listPeopleWithRight('issues.triage', 'all')).toHaveLength(2);
    accounts.clock.ms += 1;
    expect(await people.listPeopleWithRight('issues.triage', 'all')).toHaveLength(3);
  });

  it('lists the projects in which a person has a right', async () => {
    expect(await people.listProjectsOf(ada, 'issues.triage')).toBe('all');
    expect(await people.listProjectsOf(bob, 'issues.triage')).toEqual([1]);
    expect(await people.listProjectsOf(eve, 'issues.triage')).toEqual([]);
    expect(await people.listProjectsOf(99, 'issues.triage')).toEqual([]);
    await accounts.stores.users.disable(bob);
    expect(await people.listProjectsOf(bob, 'issues.triage')).toEqual([]);
  });
});
