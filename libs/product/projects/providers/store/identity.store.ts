import type { JoinedWrite, KyselyDatabase } from '#persistence/stores';
import { inToldTransaction } from '#persistence/stores';

export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: number;
  readonly linkedAtMs: number;
  readonly groups: readonly string[];
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
    return row && readGroups(row);
  }

  async listOf(userId: number): Promise<Identity[]> {
    const rows = await this.#database.kysely
      .selectFrom('identities')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('linked_at')
      .execute();
    return rows.map(readGroups);
  }

  /** Returns false when the identity already belongs to a user who is not removed. */
  link(
    { issuer, subject, userId, linkedAtMs, groups }: Identity,
    tell?: JoinedWrite,
  ): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
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
        })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  async noteGroups(
    { issuer, subject }: Name,
    groups: readonly string[],
    tell?: JoinedWrite,
  ): Promise<void> {
    await inToldTransaction(this.#database, tell, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('identities')
        .set({ groups: JSON.stringify(groups) })
        .where('issuer', '=', issuer)
        .where('subject', '=', subject)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  unlink(userId: number, issuer: string, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('identities')
        .where('user_id', '=', userId)
        .where('issuer', '=', issuer)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }
}

const COLUMNS = [
  'issuer',
  'subject',
  'user_id as userId',
  'linked_at as linkedAtMs',
  'groups',
] as const;

function readGroups(row: Omit<Identity, 'groups'> & { readonly groups: string }): Identity {
  return { ...row, groups: JSON.parse(row.groups) as string[] };
}
