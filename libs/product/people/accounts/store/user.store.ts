import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { JoinedWrite, KyselyDatabase, Schema, StoreSettings } from '#persistence/stores';
import {
  hasText,
  inToldTransaction,
  inTransaction,
  KeptQueries,
  toIdList,
  revealSecret,
  toIdParameter,
  toSecret,
} from '#persistence/stores';
import { insertUser, toUser, USER_COLUMNS } from './user-row.ts';
import type { User, NewUser, StandingChange } from './user.types.ts';
import { withdrawInvitationsFor } from './withdraw-invitations.ts';

/**
 * Stores users. Once an active owner exists, no method removes the last one. Every method rejects
 * with `database.unavailable` when the database does not answer.
 */
export class UserStore {
  readonly #database: KyselyDatabase;

  readonly #ofPerson: StoreSettings['ofPerson'];

  constructor(database: KyselyDatabase, { ofPerson }: Pick<StoreSettings, 'ofPerson'>) {
    this.#database = database;
    this.#ofPerson = ofPerson;
  }

  async hasAny(): Promise<boolean> {
    return hasAnyUser(this.#database.kysely);
  }

  /**
   * Creates the first user as an owner. Returns undefined when any user exists, removed users
   * included. When several processes try at the same time, only one succeeds.
   */
  async createFirstOwner(user: NewUser, createdAtMs: number): Promise<User | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      await this.#database.dialect.lockOwners(transaction);
      if (await hasAnyUser(transaction)) return undefined;
      return insertUser(transaction, user, { isOwner: true, createdAtMs });
    });
  }

  /**
   * Creates a user who is not an owner. Returns undefined when somebody has the email, or when no
   * active owner exists.
   */
  async create(
    user: NewUser,
    createdAtMs: number,
    tell?: (userId: number) => JoinedWrite,
  ): Promise<User | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await hasOwner(transaction))) return undefined;
      const made = await insertUser(transaction, user, { isOwner: false, createdAtMs });
      if (made) await tell?.(made.id)(transaction);
      return made;
    });
  }

  /** Returns the active owner with the lowest id. An operator uses this account in emergencies. */
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

  /** Returns the user, even when disabled or removed. */
  async find(id: number): Promise<User | undefined> {
    const row = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && toUser(row);
  }

  async findActive(emailKey: string): Promise<User | undefined> {
    const user = await this.findByEmail(emailKey);
    return user?.state === 'active' ? user : undefined;
  }

  /** Returns the active or disabled user with this email. A removed user's email is free again. */
  async findByEmail(emailKey: string): Promise<User | undefined> {
    const row = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('email_key', '=', emailKey)
      .executeTakeFirst();
    return row && toUser(row);
  }

  /** Lists users ordered by id, including disabled and removed users. Unknown ids are left out. */
  async listByIds(ids: readonly number[]): Promise<User[]> {
    if (ids.length === 0) return [];
    const { kysely, kind } = this.#database;
    const values = { ids: toIdParameter(kind, ids) };
    const rows = await KeptQueries.of(kysely).run('users by id', values, (slot) =>
      kysely
        .selectFrom('users')
        .select(USER_COLUMNS)
        .where('id', 'in', toIdList(kind, slot('ids')))
        .orderBy('id'),
    );
    return rows.map(toUser);
  }

  /**
   * Returns the user with the password hash. Returns undefined unless the user is active, because
   * nobody else can sign in.
   */
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
        : active.where('email_key', '=', by.emailKey)
    ).executeTakeFirst();
    return row && { user: toUser(row), passwordHash: revealSecret(row.password_hash) };
  }

  /** Lists users whose email or name contains `text`. */
  async list(options: { limit: number; afterId?: number; text?: string }): Promise<User[]> {
    const rows = await this.#database.kysely
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('state', '!=', 'removed')
      .where('id', '>', options.afterId ?? 0)
      .where(hasText(['email', 'name'], options.text))
      .orderBy('id')
      .limit(options.limit)
      .execute();
    return rows.map(toUser);
  }

  /**
   * Sets the name; undefined deletes it. Returns false when the user does not exist or was removed.
   */
  async setName(id: number, name: string | undefined): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('users')
      .set({ name: name ?? null })
      .where('id', '=', id)
      .where('state', '!=', 'removed')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /**
   * Stores a new hash of the same password without ending any session. Returns false when `from` is
   * no longer the stored hash.
   */
  replacePasswordHash(id: number, { from, to }: { from: string; to: string }): Promise<boolean> {
    return inTransaction(this.#database, (transaction) =>
      replaceHash(transaction, id, { from, to }),
    );
  }

  /**
   * Changes an active user's password and ends all their sessions except `keptSessionId`. A sign-in
   * with the old password that runs at the same time creates no session.
   *
   * Returns false, and changes nothing, when `from` is no longer the stored hash.
   */
  changePassword(
    id: number,
    {
      from,
      to,
      keptSessionId,
      tell,
    }: { from: string; to: string; keptSessionId?: number; tell?: JoinedWrite | undefined },
  ): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      // This update locks the row. A simultaneous sign-in waits for the lock, finds another hash
      // and is refused.
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
   * Gives or takes ownership. Only an active user can become an owner; for anybody else, and for
   * somebody who is so already, the result is `unknown`. Taking ownership also withdraws the user's
   * open invitations.
   */
  setOwner(id: number, isOwner: boolean, tell?: JoinedWrite): Promise<StandingChange> {
    return this.#changeStanding(tell, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ is_owner: isOwner ? 1 : 0 })
        .where('id', '=', id)
        .where('state', 'in', isOwner ? ['active'] : ['active', 'disabled'])
        .where('is_owner', '=', isOwner ? 0 : 1)
        .executeTakeFirst();
      if (!isOwner && numUpdatedRows > 0n) await withdrawInvitations(transaction, id);
      return numUpdatedRows > 0n;
    });
  }

  /**
   * Ends all sessions and withdraws all open invitations of the user. Memberships stay, so that
   * `enable` restores them.
   */
  disable(id: number, tell?: JoinedWrite): Promise<StandingChange> {
    return this.#changeStanding(tell, async (transaction) => {
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

  /** Enables a disabled user. Never returns `last_owner`. */
  async enable(id: number, tell?: JoinedWrite): Promise<StandingChange> {
    const isEnabled = await inToldTransaction(this.#database, tell, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ state: 'active' })
        .where('id', '=', id)
        .where('state', '=', 'disabled')
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
    return isEnabled ? 'changed' : 'unknown';
  }

  /**
   * Disables the user for good. Memberships and ownership end, the password hash and rows of
   * `ofPerson` are deleted, open invitations of the email are withdrawn, and a new user may take the
   * email. Email and name stay visible on the user's audit entries and comments.
   */
  remove(id: number, tell?: JoinedWrite): Promise<StandingChange> {
    return this.#changeStanding(tell, async (transaction) => {
      await withdrawInvitationsFor(transaction, { userId: id });
      const { numUpdatedRows } = await transaction
        .updateTable('users')
        .set({ state: 'removed', email_key: null, password_hash: '', is_owner: 0 })
        .where('id', '=', id)
        .where('state', '!=', 'removed')
        .executeTakeFirst();
      await endAccess(transaction, id);
      for (const table of ['memberships', ...this.#ofPerson]) {
        await sql`delete from ${sql.table(table)} where user_id = ${id}`.execute(transaction);
      }
      return numUpdatedRows > 0n;
    });
  }

  /**
   * Runs `change` in a transaction, one at a time over all processes. Rolls back when no active
   * owner would remain.
   */
  async #changeStanding(
    tell: JoinedWrite | undefined,
    change: (transaction: Transaction<Schema>) => Promise<boolean>,
  ): Promise<StandingChange> {
    try {
      return await inTransaction(this.#database, async (transaction) => {
        await this.#database.dialect.lockOwners(transaction);
        if (!(await change(transaction))) return 'unknown';
        if (!(await hasOwner(transaction))) throw new NoOwnerLeft();
        await tell?.(transaction);
        return 'changed';
      });
    } catch (error) {
      if (error instanceof NoOwnerLeft) return 'last_owner';
      throw error;
    }
  }
}

class NoOwnerLeft extends Error {}

declare module '#persistence/stores' {
  interface StoreSettings {
    readonly ofPerson: readonly (keyof Schema)[];
  }

  interface Capability {
    /** Tables whose rows of a `user_id` go when the account is removed. */
    readonly ofPerson?: readonly (keyof Schema)[];
  }
}

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
    .where('password_hash', '=', toSecret(from))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function endAccess(transaction: Transaction<Schema>, userId: number): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await withdrawInvitations(transaction, userId);
}

/**
 * Withdraws a user's open invitations. Otherwise a person who loses access could come back through
 * one of them.
 */
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
