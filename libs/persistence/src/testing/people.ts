import type { Stores } from '../stores/create-stores.ts';
import type { NewUser, User } from '../stores/accounts/user.store.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

/** `ada` becomes ada@example.org; the hash of everybody's password is `hash`. */
export function createNewUser(name: string): NewUser {
  const email = `${name}@example.org`;
  return { email, emailKey: email, name, passwordHash: 'hash' };
}

/** The first one owns Errata; the others come in by invitations that grant nothing. */
export async function addPeople(stores: Stores, names: readonly string[]): Promise<User[]> {
  const people: User[] = [];
  for (const name of names) {
    people.push(await addPerson(stores, name, people[0]));
  }
  return people;
}

async function addPerson(stores: Stores, name: string, owner: User | undefined): Promise<User> {
  const user = owner
    ? await invite(stores, name, owner)
    : await stores.users.createFirstOwner(createNewUser(name), NOON_MS);
  if (!user) throw new Error(`${name} was not made.`);
  return user;
}

async function invite(stores: Stores, name: string, owner: User): Promise<User | undefined> {
  const tokenHash = `invitation of ${name}`;
  await stores.invitations.create({
    tokenHash,
    grant: { kind: 'member', role: 'viewer', projectIds: [] },
    invitedBy: owner.id,
    createdAtMs: NOON_MS,
    expiresAtMs: NOON_MS + 1,
  });
  const accepted = await stores.invitations.accept(tokenHash, {
    invitee: { newUser: createNewUser(name) },
    nowMs: NOON_MS,
  });
  return accepted.ok ? stores.users.find(accepted.userId) : undefined;
}
