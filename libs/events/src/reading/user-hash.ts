import type { EventUser } from '#shared';
import { toKey } from '../grouping/key.ts';

/** Stands for a user in counts: by the first of id, email, username and address that is known. */
export function toUserHash(user: EventUser): string | undefined {
  for (const fact of ['id', 'email', 'username', 'ipAddress'] as const) {
    const value = user[fact];
    if (value) return toKey([fact, value]);
  }
  return undefined;
}
