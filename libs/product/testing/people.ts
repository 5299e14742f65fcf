import type { Stores } from '../create-stores.ts';
import type { NewUser, User } from '../people/accounts/store/user.types.ts';
import type { NewInvitation } from '../people/accounts/store/invitation.types.ts';
import type { NewSession } from '../people/accounts/store/session.store.ts';
import { NOON_MS } from './times.ts';

export function createNewUser(name: string, passwordHash = 'hash'): NewUser {
  const email = `${name}@example.org`;
  return { email, emailKey: email, name, passwordHash };
}

/** Creates the session of a sign-in at noon, which ends a second later. */
export function createNewSession(
  userId: number,
  tokenHash: string,
  traits: Partial<NewSession> = {},
): NewSession {
  const { createdAtMs = NOON_MS } = traits;
  const times = { createdAtMs, expiresAtMs: createdAtMs + 1000 };
  return { userId, tokenHash, ...times, userAgent: '', address: '192.0.2.1', ...traits };
}

/** Creates an invitation of user 1 to become an owner, made at noon and open for a second. */
export function createNewInvitation(
  tokenHash: string,
  traits: Partial<NewInvitation> = {},
): NewInvitation {
  const times = { createdAtMs: NOON_MS, expiresAtMs: NOON_MS + 1000 };
  return { tokenHash, grant: { kind: 'owner' }, invitedBy: 1, ...times, ...traits };
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
  const grant = { kind: 'member', role: 'viewer', projectIds: [] } as const;
  await stores.invitations.create(createNewInvitation(tokenHash, { grant, invitedBy: owner.id }));
  const accepted = await stores.invitations.accept(tokenHash, {
    invitee: { newUser: person },
    nowMs: NOON_MS,
  });
  return accepted.ok ? stores.users.find(accepted.userId) : undefined;
}
