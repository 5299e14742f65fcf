import type { Transaction } from 'kysely';
import type { JoinedWrite, KyselyDatabase, Schema } from '#persistence/stores';
import { inToldTransaction } from '#persistence/stores';
import type { IdentitiesTable } from './provider.tables.ts';

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: number;
  readonly linkedAtMs: number;
  readonly groups: readonly string[];
  /** Email at the provider. Absent while the provider has sent none since the column exists. */
  readonly address?: string | undefined;
}

type Name = Pick<Identity, 'issuer' | 'subject'>;

/**
 * Stores which accounts people have at sign-in providers (identities), and to which user each
 * belongs. Every method rejects with `database.unavailable` when the database does not answer.
 */
export class IdentityStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Returns undefined when the identity is unknown or its user was removed. */
  async find({ issuer, subject }: Name): Promise<Identity | undefined> {
    const row = await this.#database.kysely
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.user_id')
      .select(COLUMNS)
      .where('users.state', '!=', 'removed')
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
    return row && readIdentity(row);
  }

  async listOf(userId: number): Promise<Identity[]> {
    const rows = await this.#database.kysely
      .selectFrom('identities')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('linked_at')
      .execute();
    return rows.map(readIdentity);
  }

  /** Returns which of the users have an identity. */
  async listLinked(userIds: readonly number[]): Promise<Set<number>> {
    if (userIds.length === 0) return new Set();
    const rows = await this.#database.kysely
      .selectFrom('identities')
      .select('user_id')
      .distinct()
      .where('user_id', 'in', userIds)
      .execute();
    return new Set(rows.map((row) => row.user_id));
  }

  /**
   * Links the identity in place of another one of the same issuer, whose sessions end. Returns false
   * when the identity already belongs to a user who is not removed.
   */
  link(
    { issuer, subject, userId, linkedAtMs, groups, address }: Identity,
    tell?: JoinedWrite,
  ): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      // Two identities that are linked at the same time must not leave each other.
      const user = transaction.selectFrom('users').select('id').where('id', '=', userId);
      const { hasConcurrentWriters } = this.#database.dialect;
      await (hasConcurrentWriters ? user.forUpdate() : user).execute();
      const removed = transaction.selectFrom('users').select('id').where('state', '=', 'removed');
      await transaction
        .deleteFrom('identities')
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .where('user_id', 'in', removed)
        .execute();
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('identities')
        .values({
          issuer,
          subject,
          user_id: userId,
          linked_at: linkedAtMs,
          groups: JSON.stringify(groups),
          address: address ?? null,
        })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return false;
      await endLinks(transaction, { userId, issuer }, { keptSubject: subject });
      return true;
    });
  }

  async note(
    { issuer, subject }: Name,
    { groups, address }: Partial<Pick<Identity, 'groups' | 'address'>>,
    tell?: JoinedWrite,
  ): Promise<void> {
    await inToldTransaction(this.#database, tell, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('identities')
        .set({ groups: groups && JSON.stringify(groups), address })
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /** Also ends the sessions that the issuer opened for the user, except `keptSessionId`. */
  unlink(
    userId: number,
    issuer: string,
    { keptSessionId, tell }: { readonly keptSessionId?: number; readonly tell?: JoinedWrite } = {},
  ): Promise<boolean> {
    return inToldTransaction(this.#database, tell, (transaction) =>
      endLinks(transaction, { userId, issuer }, { keptSessionId }),
    );
  }
}

/** Deletes the identities of the user at the issuer before the sessions, as `add` locks them. */
async function endLinks(
  transaction: Transaction<Schema>,
  { userId, issuer }: Pick<Identity, 'userId' | 'issuer'>,
  { keptSubject = '', keptSessionId = 0 }: { keptSubject?: string; keptSessionId?: number },
): Promise<boolean> {
  const { numDeletedRows } = await transaction
    .deleteFrom('identities')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .where('subject', '!=', keptSubject)
    .executeTakeFirst();
  await transaction
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', keptSessionId)
    .where('id', 'in', (opened) =>
      opened.selectFrom('vouched_sessions').select('session_id').where('issuer', '=', issuer),
    )
    .execute();
  return numDeletedRows > 0n;
}

const COLUMNS = [
  'issuer',
  'subject',
  'user_id as userId',
  'linked_at as linkedAtMs',
  'groups',
  'address',
] as const;

function readIdentity(
  row: Omit<Identity, 'groups' | 'address'> & Pick<IdentitiesTable, 'groups' | 'address'>,
): Identity {
  const groups = JSON.parse(row.groups) as string[];
  return { ...row, groups, address: row.address ?? undefined };
}
