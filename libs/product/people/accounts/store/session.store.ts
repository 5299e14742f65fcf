import type { Selectable, Transaction } from 'kysely';
import { accountLimits } from '#shared';
import type { JoinedWrite, KyselyDatabase, Schema } from '#persistence/stores';
import type { SecondFactorKind } from '../rules/second-factor.ts';
import type { SessionsTable } from './account.tables.ts';
import { KeptQueries, inTransaction, toSecret, whereOver } from '#persistence/stores';
import { toUser, USER_COLUMNS } from './user-row.ts';
import type { User } from './user.types.ts';

export interface Session {
  /** Identifies the session in lists. The id does not give access; only the token does. */
  readonly id: number;
  readonly userId: number;
  readonly createdAtMs: number;
  readonly lastSeenMs: number;
  readonly expiresAtMs: number;
  /** The browser's `User-Agent`, truncated; empty when the browser sent none. */
  readonly userAgent: string;
  readonly address: string;
  readonly provider?: string;
  /** Kind of the latest proof of a second factor; absent without any proof. */
  readonly secondFactor?: SecondFactorKind;
  readonly confirmedAtMs?: number;
}

export interface NewSession {
  readonly userId: number;
  /** Hash of the password that was just verified; absent when a provider identified the person. */
  readonly passwordHash?: string | undefined;
  readonly provider?: string | undefined;
  readonly secondFactor?: SecondFactorKind | undefined;
  readonly tokenHash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly userAgent: string;
  readonly address: string;
  readonly tell?: JoinedWrite | undefined;
}

const SESSION_COLUMNS = [
  'sessions.id',
  'sessions.user_id',
  'sessions.created_at',
  'sessions.last_seen_at',
  'sessions.expires_at',
  'sessions.user_agent',
  'sessions.address',
  'sessions.provider',
  'sessions.second_factor',
  'sessions.confirmed_at',
] as const;

/** Every method rejects with `database.unavailable` when the database does not answer. */
export class SessionStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  /**
   * Creates a session. Returns undefined when the user is no longer active, or the password has
   * changed since it was verified.
   *
   * Also deletes all expired sessions, and the least recently seen sessions of this user beyond
   * `accountLimits.sessionsPerUser`. `userAgent` and `address` are truncated to `accountLimits`.
   */
  async create(session: NewSession): Promise<Session | undefined> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await this.#holdUser(transaction, session))) return undefined;
      await transaction
        .deleteFrom('sessions')
        .where('expires_at', '<=', session.createdAtMs)
        .execute();
      const row = await transaction
        .insertInto('sessions')
        .values({
          token_hash: session.tokenHash,
          user_id: session.userId,
          created_at: session.createdAtMs,
          last_seen_at: session.createdAtMs,
          expires_at: session.expiresAtMs,
          user_agent: session.userAgent.slice(0, accountLimits.userAgentLength),
          address: session.address.slice(0, accountLimits.addressLength),
          provider: session.provider ?? null,
          second_factor: session.secondFactor ?? null,
          confirmed_at: session.secondFactor === undefined ? null : session.createdAtMs,
        })
        .returning(SESSION_COLUMNS)
        .executeTakeFirstOrThrow();
      await dropOldest(transaction, session.userId);
      await session.tell?.(transaction);
      return toSession(row);
    });
  }

  /**
   * Returns a session that has not expired at `nowMs`, with its user. Returns undefined when the
   * user is not active.
   */
  async find(
    tokenHash: string,
    nowMs: number,
  ): Promise<{ session: Session; user: User } | undefined> {
    const [row] = await this.#kept.run('find', { tokenHash: toSecret(tokenHash), nowMs }, (slot) =>
      this.#database.kysely
        .selectFrom('sessions')
        .innerJoin('users', 'users.id', 'sessions.user_id')
        .select(USER_COLUMNS)
        .select([
          'sessions.id as session_id',
          'sessions.created_at as session_created_at',
          'sessions.last_seen_at',
          'sessions.expires_at',
          'sessions.user_agent',
          'sessions.address',
          'sessions.provider',
          'sessions.second_factor',
          'sessions.confirmed_at',
        ])
        .where('sessions.token_hash', '=', slot('tokenHash'))
        .where('sessions.expires_at', '>', slot('nowMs'))
        .where('users.state', '=', 'active'),
    );
    return (
      row && {
        session: toSession({
          ...row,
          id: row.session_id,
          user_id: row.id,
          created_at: row.session_created_at,
        }),
        user: toUser(row),
      }
    );
  }

  /**
   * Stores when the session was last seen, unless a later time is stored that is not in the future.
   */
  async noteSeen(id: number, lastSeenMs: number): Promise<void> {
    await this.#database.kysely
      .updateTable('sessions')
      .set({ last_seen_at: lastSeenMs })
      .where('id', '=', id)
      .where(whereOver('last_seen_at', lastSeenMs, 0))
      .execute();
  }

  /**
   * Stores that the second factor was proved in this session. Returns false when the session has
   * ended.
   */
  async confirm(
    id: number,
    { secondFactor, confirmedAtMs }: { secondFactor: SecondFactorKind; confirmedAtMs: number },
  ): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('sessions')
      .set({ second_factor: secondFactor, confirmed_at: confirmedAtMs })
      .where('id', '=', id)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Lists the user's sessions that have not expired at `nowMs`, latest seen first. */
  async list(
    userId: number,
    { nowMs, limit }: { nowMs: number; limit: number },
  ): Promise<Session[]> {
    const rows = await this.#database.kysely
      .selectFrom('sessions')
      .select(SESSION_COLUMNS)
      .where('user_id', '=', userId)
      .where('expires_at', '>', nowMs)
      .orderBy('last_seen_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toSession);
  }

  async end(userId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /**
   * Gives a session another token, so that copies of the former end. Returns false when no session
   * has the token `from` any more.
   */
  async replaceToken(from: string, to: string): Promise<boolean> {
    const { numUpdatedRows } = await this.#database.kysely
      .updateTable('sessions')
      .set({ token_hash: to })
      .where('token_hash', '=', toSecret(from))
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async endByToken(tokenHash: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('sessions')
      .where('token_hash', '=', toSecret(tokenHash))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  endAll(
    userId: number,
    { exceptId = 0, tell }: { readonly exceptId?: number; readonly tell?: JoinedWrite } = {},
  ): Promise<number> {
    // A simultaneous sign-in deletes expired sessions, so the two transactions may deadlock. After
    // a deadlock, `inTransaction` repeats the deletion.
    return inTransaction(this.#database, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '!=', exceptId)
        .executeTakeFirst();
      await tell?.(transaction);
      return Number(numDeletedRows);
    });
  }

  /**
   * Locks the user's row until the transaction ends. Returns false when the user is no longer
   * active or the password has changed.
   */
  async #holdUser(
    transaction: Transaction<Schema>,
    { userId, passwordHash }: NewSession,
  ): Promise<boolean> {
    const active = transaction
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('state', '=', 'active');
    const user =
      passwordHash === undefined
        ? active
        : active.where('password_hash', '=', toSecret(passwordHash));
    const held = this.#database.dialect.hasConcurrentWriters ? user.forUpdate() : user;
    return (await held.executeTakeFirst()) !== undefined;
  }
}

async function dropOldest(transaction: Transaction<Schema>, userId: number): Promise<void> {
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', 'not in', (latest) =>
      latest
        .selectFrom('sessions as kept')
        .select('kept.id')
        .where('kept.user_id', '=', userId)
        .orderBy('kept.last_seen_at', 'desc')
        .orderBy('kept.id', 'desc')
        .limit(accountLimits.sessionsPerUser),
    )
    .execute();
}

function toSession(row: Omit<Selectable<SessionsTable>, 'token_hash'>): Session {
  return {
    id: row.id,
    userId: row.user_id,
    createdAtMs: row.created_at,
    lastSeenMs: row.last_seen_at,
    expiresAtMs: row.expires_at,
    userAgent: row.user_agent,
    address: row.address,
    provider: row.provider ?? undefined,
    secondFactor: row.second_factor ?? undefined,
    confirmedAtMs: row.confirmed_at ?? undefined,
  };
}
