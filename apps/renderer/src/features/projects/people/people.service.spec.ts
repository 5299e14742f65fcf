import { expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#product';
import { addPeople } from '#product/testing';
import { createTestDatabase } from '#persistence/testing';
import { accountLimits } from '#shared';
import { PeopleService } from './people.service.ts';

it('PeopleService lists people page by page', async () => {
  const { config, remove } = await createTestDatabase('sqlite');
  const database = openDatabase(config);
  await database.migrate(['platform', 'product']);
  const stores = createStores(database);
  const { users, memberships, sessions } = stores;
  const acme = { name: 'Acme', domains: ['example.org'] };
  const providers = { list: () => Promise.resolve([acme]) } as never;
  const factors = { listUsersWithFactor: () => Promise.resolve(new Set()) } as never;
  const people = new PeopleService(users, memberships, sessions, factors, providers, {} as never);
  const names = Array.from({ length: accountLimits.peoplePerPage + 1 }, (_, at) => `p${at}`);
  const added = await addPeople(stores, names);
  const first = await people.list();
  expect(first.people).toHaveLength(accountLimits.peoplePerPage);
  expect(first.nextAfterId).toBe(added.at(-2)?.id);
  const rest = await people.list(first.nextAfterId);
  expect(rest.people.map(({ name }) => name)).toEqual([names.at(-1)]);
  expect(rest.nextAfterId).toBeUndefined();
  expect(rest.people[0]?.admittedBy).toBe('Acme');
  await database.close();
  await remove();
});
