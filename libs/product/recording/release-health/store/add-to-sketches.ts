import type { SessionGroup } from '#product/recording/reports';
import { DistinctSketch } from '../rules/distinct-sketch.ts';
import type { SessionDaysTable } from './session.tables.ts';

export type StoredSketches = Pick<SessionDaysTable, 'users' | 'crashed_users' | 'errored'>;

/** Returns undefined when all sketches are as before. `toUser` returns a user's pseudonym. */
export function addToSketches(
  before: StoredSketches,
  groups: readonly SessionGroup[],
  toUser: (userHash: string) => string,
): StoredSketches | undefined {
  const [users, crashedUsers, errored] = [
    DistinctSketch.fromBytes(before.users),
    DistinctSketch.fromBytes(before.crashed_users),
    DistinctSketch.fromBytes(before.errored),
  ];
  let hasChanged = false;
  const add = (sketch: DistinctSketch, hash: string): void => {
    if (sketch.add(hash)) hasChanged = true;
  };
  for (const { userHash, sessionHash, hasErrors, crashed } of groups) {
    if (userHash !== undefined) {
      const user = toHex(toUser(userHash));
      add(users, user);
      if (crashed > 0) add(crashedUsers, user);
    }
    if (sessionHash !== undefined && hasErrors === true) add(errored, sessionHash);
  }
  if (!hasChanged) return undefined;
  return {
    users: users.toBytes(),
    crashed_users: crashedUsers.toBytes(),
    errored: errored.toBytes(),
  };
}

function toHex(pseudonym: string): string {
  return Buffer.from(pseudonym, 'base64url').toString('hex');
}
