import { hash } from '@node-rs/argon2';
import { createHash, randomBytes } from 'node:crypto';
import type { Stores } from '#product';
import { addPeople } from '#product/testing';
import type { ProjectRole } from '#product/people/accounts/rules';

export interface Person {
  readonly id: number;
  readonly cookie: string;
}

const PASSWORD = 'correct horse battery staple';

/**
 * Creates users, the first of whom owns Errata, and signs them in. Their emails are
 * `<name>@example.org`.
 */
export async function signInPeople<Name extends string>(
  stores: Stores,
  names: readonly Name[],
): Promise<Record<Name, Person>> {
  // A cheap hash, because every sign-in verifies it.
  const passwordHash = await hash(PASSWORD, { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const people = await addPeople(stores, names, passwordHash);
  const signedIn = await Promise.all(
    people.map(async ({ id }, index) => [names[index], await signIn(stores, id)] as const),
  );
  return Object.fromEntries(signedIn) as Record<Name, Person>;
}

export async function signIn(stores: Stores, userId: number): Promise<Person> {
  const token = randomBytes(32).toString('base64url');
  const credentials = await stores.users.findCredentials({ userId });
  if (!credentials) throw new Error(`User ${userId} cannot sign in.`);
  const nowMs = Date.now();
  await stores.sessions.create({
    userId,
    passwordHash: credentials.passwordHash,
    tokenHash: createHash('sha256').update(token).digest('hex'),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + 3_600_000,
    userAgent: '',
    address: '',
  });
  return { id: userId, cookie: `errata=${token}` };
}

export async function giveRole(
  stores: Stores,
  { id }: Person,
  projectId: number,
  role: ProjectRole,
): Promise<void> {
  await stores.memberships.set({ userId: id, projectId, role, nowMs: Date.now() });
}
