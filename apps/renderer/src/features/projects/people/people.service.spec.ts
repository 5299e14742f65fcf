import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import type { Stores } from '#product';
import { addPeople } from '#product/testing';
import { createTestDatabase } from '#persistence/testing';
import { accountLimits } from '#shared';
import { SecondFactorResets } from '../../people/second-factor/index.ts';
import { PeopleService } from './people.service.ts';

const NOBODY_TOLD = { noteSecondFactor: () => Promise.resolve() };

describe('PeopleService', () => {
  let stores: Stores;
  let people: PeopleService;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const { config, remove } = await createTestDatabase('sqlite');
    const database = openDatabase(config);
    await database.migrate(['platform', 'product']);
    stores = createStores(database);
    people = new PeopleService(
      stores.users,
      stores.memberships,
      stores.sessions,
      new SecondFactorResets(stores.secondFactors, stores.sessions, NOBODY_TOLD),
    );
    close = async () => {
      await database.close();
      await remove();
    };
  });

  afterEach(() => close());

  async function open(...names: readonly string[]): Promise<number[]> {
    return (await addPeople(stores, names)).map(({ id }) => id);
  }

  it('lists everybody with their projects', async () => {
    await stores.projects.ensure([{ slug: 'web' }, { slug: 'api' }]);
    const [, bob = 0] = await open('ada', 'bob');
    for (const [projectId, role] of [
      [1, 'admin'],
      [2, 'viewer'],
    ] as const) {
      await stores.memberships.set({ userId: bob, projectId, role, nowMs: 1 });
    }
    const found = (await people.list()).people;
    expect(found).toMatchObject([
      { email: 'ada@example.org', isOwner: true, projects: [] },
      {
        email: 'bob@example.org',
        isOwner: false,
        projects: [
          { name: 'web', role: 'admin' },
          { name: 'api', role: 'viewer' },
        ],
      },
    ]);
  });

  it('lists people page by page', async () => {
    const names = Array.from({ length: accountLimits.peoplePerPage + 1 }, (_, at) => `p${at}`);
    const ids = await open(...names);
    const first = await people.list();
    expect(first.people).toHaveLength(accountLimits.peoplePerPage);
    expect(first.nextAfterId).toBe(ids.at(-2));
    const rest = await people.list(first.nextAfterId);
    expect(rest.people.map(({ name }) => name)).toEqual([names.at(-1)]);
    expect(rest.nextAfterId).toBeUndefined();
  });
});
