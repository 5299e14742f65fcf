import type { JsonObject } from '../json/shape.ts';
import { toKey } from '../json/key.ts';
import { readUserIdentity } from './user.ts';

/**
 * Returns a hash of the user's id, or else email, username or network address, for counting users.
 * Callers must combine the hash with a secret key before they store it. Otherwise anyone could
 * check whether a guessed address matches.
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
