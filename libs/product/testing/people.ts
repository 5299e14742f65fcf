import type { Stores } from '../create-stores.ts';
import type { NewUser, User } from '../people/accounts/store/user.types.ts';

const NOON_MS = Date.UTC(2026, 0, 5, 12);

export function createNewUser(name: string, passwordHash = 'hash'): NewUser {
  const email = `${name}@example.org`;
  return { email, emailKey: email, name, passwordHash };
}

/**
 * Creates users. The first one owns the instance; the others accept invitations without projects.
 * All have `passwordHash`; its default matches no password.
 */
export async function addPeople(
  stores: Stores,
  names: readonly string[],
  passwordHash?: string,
): Promise<User[]> {
  const people: User[] = [];
  for (const name of names) {
    people.push(await addPerson(stores, createNewUser(name, passwordHash), people[0]));
  }
  return people;
}

async function addPerson(stores: Stores, person: NewUser, owner: User | undefined): Promise<User> {
  const user = owner
    ? await invite(stores, person, owner)
    : await stores.users.createFirstOwner(person, NOON_MS);
  if (!user) throw new Error(`${person.email} was not made.`);
  return user;
}

async function invite(stores: Stores, person: NewUser, owner: User): Promise<User | undefined> {
  const tokenHash = `invitation of ${person.email}`;
  await stores.invitations.create({
    tokenHash,
    grant: { kind: 'member', role: 'viewer', projectIds: [] },
    invitedBy: owner.id,
    createdAtMs: NOON_MS,
    expiresAtMs: NOON_MS + 1,
  });
  const accepted = await stores.invitations.accept(tokenHash, {
    invitee: { newUser: person },
    nowMs: NOON_MS,
  });
  return accepted.ok ? stores.users.find(accepted.userId) : undefined;
}
