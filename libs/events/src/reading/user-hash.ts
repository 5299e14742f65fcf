import type { JsonObject } from '../json/shape.ts';
import { toKey } from '../json/key.ts';
import { readWho } from './user.ts';

/**
 * Stands for a user in counts: by the first of id, email, username and address that is known. To be sealed before it is
 * stored: who guesses an address could try it.
 */
export function findUserHash(
  event: JsonObject,
  senderAddress: string | undefined,
): string | undefined {
  return toUserHash(readWho(event, senderAddress));
}

/** The same of what is known of a user. */
export function toUserHash(user: Partial<ReturnType<typeof readWho>>): string | undefined {
  for (const fact of ['id', 'email', 'username', 'ipAddress'] as const) {
    const value = user[fact];
    if (value) return toKey([fact, value]);
  }
  return undefined;
}
