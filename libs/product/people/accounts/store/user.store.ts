import type { Transaction } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { toPortableText, toPortableTextOrNull, inTransaction } from '#persistence/stores';
import { insertUser, toUser, USER_COLUMNS } from './user-row.ts';
import type { User, NewUser, StandingChange } from './user.types.ts';

/**
 * People, whatever they may see. Once there is an owner who is active, there always is one. Every method
 * rejects with `database.unavailable`.
 */
export class UserStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Whether there is or ever was anybody. */
  async hasAny(): Promise<boolean> {
    return hasAnyUser(this.#database.kysely);
  }

  /**
   * Makes the first user, an owner. Undefined when there is or was any user: of several processes that
   * try at the same time one succeeds.
   */
  async createFirstOwner(user: NewUser, createdAtMs: number): Promise<User | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      await this.#database.dialect.lockOwners(transaction);
      if (await hasAnyUser(transaction)) return undefined;
      return insertUser(transaction, user, { isOwner: true, createdAtMs });
    });
  }

  /** Makes somebody who owns nothing. Undefined when somebody has the email, and while there is no owner: that one comes first. */
  async create(user: NewUser, createdAtMs: number): Promise<User | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await hasOwner(transaction))) return undefined;
      return insertUser(transaction, user, { isOwner: false, createdAtMs });
    });
  }

  /** The active owner who came first: the account for emergencies. */
  async findFirstOwner(): Promise<User | undefined> {
    const row = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('is_owner', '=', 1)
      .where('state', '=', 'active')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    return row && toUser(row);
  }

  /** In whatever state. */
  async find(id: number): Promise<User | undefined> {
    const row = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toUser(row);
  }

  /** Who is active and has that email. */
  async findActive(emailKey: string): Promise<User | undefined> {
    const user = await this.findByEmail(emailKey);
    return user?.state === 'active' ? user : undefined;
  }

  /** Active or disabled. */
  async findByEmail(emailKey: string): Promise<User | undefined> {
    const row = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('email_key', '=', toPortableText(emailKey))
      .executeTakeFirst();
    return row && toUser(row);
  }

  /** In whatever state, also removed; by id, those that never were left out. */
  async listByIds(ids: readonly number[]): Promise<User[]> {
    if (ids.length === 0) return [];
    const rows = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('id', 'in', ids)
      .orderBy('id')
      .execute();
    return rows.map(toUser);
  }

  /** Of an active user alone: everybody else cannot sign in. */
  async findCredentials(
    by: { emailKey: string } | { userId: number },
  ): Promise<{ user: User; passwordHash: string } | undefined> {
    const active = this.#database.kysely
      .selectFrom('users')
      .select([...USER_COLUMNS, 'password_hash'])
      .where('state', '=', 'active');
    const row = await (
      'userId' in by
        ? active.where('id', '=', by.userId)
        : active.where('email_key', '=', toPortableText(by.emailKey))
    ).executeTakeFirst();
    return row && { user: toUser(row), passwordHash: row.password_hash };
  }

  /** Those not removed, by id, at most `limit`; `afterId` continues after the last one of an earlier page. */
  async list(options: { limit: number; afterId?: number }): Promise<User[]> {
    const rows = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('state', '!=', 'removed')
      .where('id', '>', options.afterId ?? 0)
      .orderBy('id')
      .limit(options.limit)
      .execute();
    return rows.map(toUser);
  }

  /** Undefined takes the name away. False when there is no such user, or it was removed. */
  async setName(id: number, name: string | undefined): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('users')
      .set({ name: toPortableTextOrNull(name) })
      .where('id', '=', id)
      .where('state', '!=', 'removed')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Writes the same password's new hash, if `from` still is its hash; false otherwise. Sessions stay.
   */
  replacePasswordHash(id: number, { from, to }: { from: string; to: string }): Promise<boolean> {
    return inTransaction(this.#database, (transaction) =>
      replaceHash(transaction, id, { from, to }),
    );
  }

  /**
   * Gives an active user another password and ends all sessions but `keptSessionId`, at once; also those
   * that are being made with the old password. False, with nothing changed, when `from` no longer is the
   * hash of the password.
   */
  changePassword(
    id: number,
    { from, to, keptSessionId }: { from: string; to: string; keptSessionId?: number },
  ): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      // Locks the row. A session that is being made waits for it, and then finds another hash.
      if (!(await replaceHash(transaction, id, { from, to }))) return false;
      await transaction
        .deleteFrom('sessions')
        .where('user_id', '=', id)
        .where('id', '!=', keptSessionId ?? 0)
        .execute();
      return true;
    });
  }

  /**
   * Gives ownership, to who is active (else `unknown`), or takes it, and withdraws the user's open
   * invitations with it.
   */
  setOwner(id: number, isOwner: boolean): Promise<StandingChange> {
    return this.#changeStanding(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ is_owner: isOwner ? 1 : 0 })
        .where('id', '=', id)
        .where('state', 'in', isOwner ? ['active'] : ['active', 'disabled'])
        .executeTakeFirst();
      if (!isOwner) await withdrawInvitations(transaction, id);
      return numUpdatedRows > 0n;
    });
  }

  /** Ends all sessions and withdraws all open invitations of the user; memberships stay for `enable`. */
  disable(id: number): Promise<StandingChange> {
    return this.#changeStanding(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ state: 'disabled' })
        .where('id', '=', id)
        .where('state', '!=', 'removed')
        .executeTakeFirst();
      await endAccess(transaction, id);
      return numUpdatedRows > 0n;
    });
  }

  /** Never `last_owner`. */
  async enable(id: number): Promise<StandingChange> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('users')
      .set({ state: 'active' })
      .where('id', '=', id)
      .where('state', '!=', 'removed')
      .executeTakeFirst();
    return numUpdatedRows > 0n ? 'changed' : 'unknown';
  }

  /**
   * As `disable`, for good: memberships and ownership end, the email is free for a new user, and the
   * password is forgotten. Email and name stay on what the user did.
   */
  remove(id: number): Promise<StandingChange> {
    return this.#changeStanding(async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ state: 'removed', email_key: null, password_hash: '', is_owner: 0 })
        .where('id', '=', id)
        .where('state', '!=', 'removed')
        .executeTakeFirst();
      await endAccess(transaction, id);
      await transaction.deleteFrom('memberships').where('user_id', '=', id).execute();
      return numUpdatedRows > 0n;
    });
  }

  /** Runs `change`, one at a time over all processes, and takes it back when no owner is left. */
  async #changeStanding(
    change: (transaction: Transaction<Schema>) => Promise<boolean>,
  ): Promise<StandingChange> {
    try {
      return await inTransaction(this.#database, async (transaction) => {
        await this.#database.dialect.lockOwners(transaction);
        if (!(await change(transaction))) return 'unknown';
        if (!(await hasOwner(transaction))) throw new NoOwnerLeft();
        return 'changed';
      });
    } catch (error) {
      if (error instanceof NoOwnerLeft) return 'last_owner';
      throw error;
    }
  }
}

/** Thrown inside a transaction, so that it is rolled back. */
class NoOwnerLeft extends Error {}

async function hasAnyUser(db: Pick<Transaction<Schema>, 'selectFrom'>): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return row !== undefined;
}

async function hasOwner(transaction: Transaction<Schema>): Promise<boolean> {
  const row = await transaction
    .selectFrom('users')
    .select('id')
    .where('is_owner', '=', 1)
    .where('state', '=', 'active')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function replaceHash(
  transaction: Transaction<Schema>,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('state', '=', 'active')
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function endAccess(transaction: Transaction<Schema>, userId: number): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await withdrawInvitations(transaction, userId);
}

/** Else whoever was let go could come back by a link of their own. */
async function withdrawInvitations(
  transaction: Transaction<Schema>,
  userId: number,
): Promise<void> {
  await transaction
    .deleteFrom('invitations')
    .where('invited_by', '=', userId)
    .where('accepted_at', 'is', null)
    .execute();
}
