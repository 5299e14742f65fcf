import type { Transaction } from 'kysely';
import type { Schema } from '#persistence/stores';
import type { UsersTable } from './account.tables.ts';
import type { NewUser, User } from './user.types.ts';

export const USER_COLUMNS = [
  'users.id',
  'users.email',
  'users.name',
  'users.is_owner',
  'users.state',
  'users.created_at',
] as const;

type UserRow = Pick<UsersTable, 'email' | 'name' | 'created_at'> & {
  readonly id: number;
  readonly is_owner: number;
  readonly state: User['state'];
};

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    email: row.email,
    name: row.name ?? undefined,
    isOwner: row.is_owner === 1,
    state: row.state,
    createdAtMs: row.created_at,
  };
}

/** Inserts a user. Returns undefined when the email belongs to a user who is not removed. */
export async function insertUser(
  transaction: Transaction<Schema>,
  user: NewUser,
  { isOwner, createdAtMs }: { isOwner: boolean; createdAtMs: number },
): Promise<User | undefined> {
  const row = await transaction
    .insertInto('users')
    .values({
      email: user.email,
      email_key: user.emailKey,
      name: user.name ?? null,
      password_hash: user.passwordHash,
      is_owner: isOwner ? 1 : 0,
      created_at: createdAtMs,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(USER_COLUMNS)
    .executeTakeFirst();
  return row && toUser(row);
}
