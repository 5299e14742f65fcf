import type { JsonObject } from '../json/shape.ts';
import { toKey } from '../json/key.ts';
import { readUserIdentity } from './user.ts';

/**
 * Returns a hash that stands for a user in counts, made of the first known of id, email, username
 * and address. Callers must turn the hash into a pseudonym with a secret key before they store it.
 * Anyone who guesses an address could otherwise check the guess.
 */
export function findUserHash(
  event: JsonObject,
  senderAddress: string | undefined,
): string | undefined {
  return toUserHash(readUserIdentity(event, senderAddress));
}

export function toUserHash(user: Partial<ReturnType<typeof readUserIdentity>>): string | undefined {
  for (const fact of ['id', 'email', 'username', 'ipAddress'] as const) {
    const value = user[fact];
    if (value) return toKey([fact, value]);
  }
  return undefined;
}
