import { createStores, openDatabase } from '#product';
import { createTestDatabase, HandClock } from '#persistence/testing';
import { AuditTrail } from '../../../people/audit/index.ts';
import { MembersService } from '../members.service.ts';
import { PeopleService } from '../people.service.ts';

export async function openMembers() {
  const { config, remove } = await createTestDatabase('sqlite');
  const database = openDatabase(config);
  await database.migrate(['platform', 'product']);
  const stores = createStores(database);
  const clock = new HandClock();
  const options = { secret: 'a secret of thirty-two characters' } as never;
  return {
    stores,
    clock,
    members: new MembersService(
      stores.users,
      stores.memberships,
      options,
      new AuditTrail(stores.audit, clock),
      clock,
    ),
    people: new PeopleService(stores.users, stores.memberships, clock),
    close: async () => {
      await database.close();
      await remove();
    },
  };
}

export type OpenMembers = Awaited<ReturnType<typeof openMembers>>;
