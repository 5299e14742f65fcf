import type { Selectable, Transaction } from 'kysely';
import { accountLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import type { SecondFactorKind } from '../rules/second-factor.ts';
import type { SessionsTable } from './account.tables.ts';
import {
  toPortableText,
  toPortableTextOrNull,
  KeptQueries,
  inTransaction,
} from '#persistence/stores';
import { toUser, USER_COLUMNS } from './user-row.ts';
import type { User } from './user.types.ts';

export interface Session {
  /** Names it in a list; opens nothing. */
  readonly id: number;
  readonly userId: number;
  readonly createdAtMs: number;
  readonly lastSeenMs: number;
  readonly expiresAtMs: number;
  /** What the browser says it is, cut; empty when it says nothing. */
  readonly userAgent: string;
  readonly address: string;
  /** Name of the provider at which the person signed in; absent for a password. */
  readonly provider?: string;
  /** How the second factor was proved last; absent where it never was. */
  readonly secondFactor?: SecondFactorKind;
  readonly confirmedAtMs?: number;
}

export interface NewSession {
  readonly userId: number;
  /** The hash of the password that was just verified; absent where a provider has vouched for the person. */
  readonly passwordHash?: string | undefined;
  readonly provider?: string | undefined;
  /** Proved just now; absent where it was not asked for. */
  readonly secondFactor?: SecondFactorKind | undefined;
  /** Of a random token. The token itself is never stored. */
  readonly tokenHash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly userAgent: string;
  readonly address: string;
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

/** Who is signed in where. Every method rejects with `database.unavailable`. */
export class SessionStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
  }

  /**
   * Makes a session, cutting what the browser says to `accountLimits`. Undefined when meanwhile the user
   * is not active any more or has another password. Drops all expired sessions, and of this user those
   * that were seen longest ago beyond `accountLimits.sessionsPerUser`.
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
          user_agent: toPortableText(session.userAgent.slice(0, accountLimits.userAgentLength)),
          address: toPortableText(session.address.slice(0, accountLimits.addressLength)),
          provider: toPortableTextOrNull(session.provider),
          second_factor: session.secondFactor ?? null,
          confirmed_at: session.secondFactor === undefined ? null : session.createdAtMs,
        })
        .returning(SESSION_COLUMNS)
        .executeTakeFirstOrThrow();
      await dropOldest(transaction, session.userId);
      return toSession(row);
    });
  }

  /** One that has not expired by `nowMs`, with its user, who is active. */
  async find(
    tokenHash: string,
    nowMs: number,
  ): Promise<{ session: Session; user: User } | undefined> {
    const [row] = await this.#kept.run('find', { tokenHash, nowMs }, (slot) =>
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

  /** Notes that it was used. Nothing happens when it has ended, or was seen later. */
  async noteSeen(id: number, lastSeenMs: number): Promise<void> {
    await this.#database.kysely
      .updateTable('sessions')
      .set({ last_seen_at: lastSeenMs })
      .where('id', '=', id)
      .where('last_seen_at', '<', lastSeenMs)
      .execute();
  }

  /** Notes that the second factor was proved in it. False when it has ended. */
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

  /** Those of a user that have not expired by `nowMs`, latest seen first, at most `limit`. */
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

  /** False when the user has no such session. */
  async end(userId: number, id: number): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('sessions')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** False when there is no such session. */
  async endByToken(tokenHash: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('sessions')
      .where('token_hash', '=', tokenHash)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Ends all of a user's but `exceptId`; resolves with how many. */
  async endAll(userId: number, exceptId?: number): Promise<number> {
    // Of several rows at once: a deadlock with a sign-in, which drops what has expired, is repeated.
    const { numDeletedRows } = await inTransaction(this.#database, (transaction) =>
      transaction
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '!=', exceptId ?? 0)
        .executeTakeFirst(),
    );
    return Number(numDeletedRows);
  }

  /** Keeps password and state as they are until the transaction ends; false when they are others already. */
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
      passwordHash === undefined ? active : active.where('password_hash', '=', passwordHash);
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
    ...(row.provider === null ? {} : { provider: row.provider }),
    ...(row.second_factor === null ? {} : { secondFactor: row.second_factor }),
    ...(row.confirmed_at === null ? {} : { confirmedAtMs: row.confirmed_at }),
  };
}
