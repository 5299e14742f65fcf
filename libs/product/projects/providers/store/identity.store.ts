import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction, toPortableText } from '#persistence/stores';

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
      .selectAll('identities')
      .where('users.state', '!=', 'removed')
      .where('issuer', '=', toPortableText(issuer))
      .where('subject', '=', toPortableText(subject))
      .executeTakeFirst();
    return row && toIdentity(row);
  }

  async listOf(userId: number): Promise<Identity[]> {
    const rows = await this.#database.kysely
      .selectFrom('identities')
      .selectAll()
      .where('user_id', '=', userId)
      .orderBy('linked_at')
      .execute();
    return rows.map(toIdentity);
  }

  /** Returns false when the identity already belongs to a user who is not removed. */
  link({ issuer, subject, userId, linkedAtMs, groups }: Identity): Promise<boolean> {
    return inTransaction(this.#database, async (transaction) => {
      const name = { issuer: toPortableText(issuer), subject: toPortableText(subject) };
      const removed = transaction.selectFrom('users').select('id').where('state', '=', 'removed');
      await transaction
        .deleteFrom('identities')
        .where('issuer', '=', name.issuer)
        .where('subject', '=', name.subject)
        .where('user_id', 'in', removed)
        .execute();
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('identities')
        .values({ ...name, user_id: userId, linked_at: linkedAtMs, groups: toJson(groups) })
        .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doNothing())
        .executeTakeFirst();
      return (numInsertedOrUpdatedRows ?? 0n) > 0n;
    });
  }

  async noteGroups({ issuer, subject }: Name, groups: readonly string[]): Promise<void> {
    await this.#database.kysely
      .updateTable('identities')
      .set({ groups: toJson(groups) })
      .where('issuer', '=', toPortableText(issuer))
      .where('subject', '=', toPortableText(subject))
      .execute();
  }

  async unlink(userId: number, issuer: string): Promise<boolean> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('identities')
      .where('user_id', '=', userId)
      .where('issuer', '=', toPortableText(issuer))
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }
}

function toJson(groups: readonly string[]): string {
  return toPortableText(JSON.stringify(groups));
}

function toIdentity(row: {
  readonly issuer: string;
  readonly subject: string;
  readonly user_id: number;
  readonly linked_at: number;
  readonly groups: string;
}): Identity {
  return {
    issuer: row.issuer,
    subject: row.subject,
    userId: row.user_id,
    linkedAtMs: row.linked_at,
    groups: JSON.parse(row.groups) as string[],
  };
}
