import type { ExpressionBuilder, Selectable } from 'kysely';
import { writeAudit } from '#product/people/audit';
import { UserStore } from '#product/people/accounts';
import { tokenLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, KeptQueries, toPortableText, whereOver } from '#persistence/stores';
import { isScope } from '#product/people/accounts/rules';
import type { TokensTable } from './token.tables.ts';
import type { NewToken, Token, TokenHolder } from './token.types.ts';

export type TokenOwner = number | 'organisation';

interface Withdrawal {
  readonly byUserId: number;
  readonly atMs: number;
}

/** Every method rejects with `database.unavailable` when the database does not answer. */
export class TokenStore {
  readonly #database: KyselyDatabase;
  readonly #kept: KeptQueries;
  readonly #users: UserStore;

  constructor(database: KyselyDatabase) {
    this.#database = database;
    this.#kept = new KeptQueries(database.kysely);
    this.#users = new UserStore(database);
  }

  /**
   * Creates a token and writes an audit entry. Returns undefined when the owner already has
   * `tokenLimits.perOwner` tokens.
   */
  create(token: NewToken): Promise<Token | undefined> {
    return inTransaction(this.#database, async (db) => {
      const { count } = await db
        .selectFrom('tokens')
        .where(isOwnedBy(token.userId ?? 'organisation'))
        .select((select) => select.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      if (count >= tokenLimits.perOwner) return undefined;
      const row = await db
        .insertInto('tokens')
        .values({
          hash: token.hash,
          hint: token.hint,
          name: toPortableText(token.name),
          scopes: token.scopes.join(' '),
          user_id: token.userId ?? null,
          made_by: token.madeBy ?? null,
          created_at: token.createdAtMs,
          expires_at: token.expiresAtMs ?? null,
          last_used_at: null,
          end_told_at: null,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      await writeAudit(db, [
        {
          atMs: token.createdAtMs,
          ...(token.madeBy === undefined ? {} : { byUserId: token.madeBy }),
          what: 'token.added',
          target: token.name,
          to: token.scopes,
        },
      ]);
      return toToken(row);
    });
  }

  /**
   * Returns the token with this hash, even when it has expired. Returns undefined when its user is
   * not active.
   */
  async find(hash: string): Promise<TokenHolder | undefined> {
    const [row] = await this.#kept.run('find', { hash }, (slot) =>
      this.#database.kysely.selectFrom('tokens').selectAll().where('hash', '=', slot('hash')),
    );
    if (!row) return undefined;
    const token = toToken(row);
    if (token.userId === undefined) return { token };
    const user = await this.#users.find(token.userId);
    return user?.state === 'active' ? { token, user } : undefined;
  }

  /** Stores when the token was last used, unless a later time is stored. */
  async noteUsed(id: number, atMs: number): Promise<void> {
    await this.#database.kysely
      .updateTable('tokens')
      .set({ last_used_at: atMs })
      .where('id', '=', id)
      .where((where) =>
        where.or([where('last_used_at', 'is', null), whereOver('last_used_at', atMs, 0)]),
      )
      .execute();
  }

  async list(owner: TokenOwner): Promise<Token[]> {
    const rows = await this.#database.kysely
      .selectFrom('tokens')
      .selectAll()
      .where(isOwnedBy(owner))
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toToken);
  }

  /**
   * Deletes the token, which stops working at once, and writes an audit entry. Returns false when
   * the owner has no such token.
   */
  async withdraw(owner: TokenOwner, { id, ...act }: Withdrawal & { id: number }): Promise<boolean> {
    return (await this.#remove(owner, act, id)) > 0;
  }

  /** Withdraws all tokens of the owner in the same way. Returns how many there were. */
  withdrawAll(owner: TokenOwner, act: Withdrawal): Promise<number> {
    return this.#remove(owner, act);
  }

  #remove(owner: TokenOwner, { byUserId, atMs }: Withdrawal, id?: number): Promise<number> {
    return inTransaction(this.#database, async (db) => {
      const owned = db.deleteFrom('tokens').where(isOwnedBy(owner));
      const rows = await (id === undefined ? owned : owned.where('id', '=', id))
        .returningAll()
        .execute();
      const removed = rows.map(toToken);
      await writeAudit(
        db,
        removed.map(({ name, scopes }) => ({
          atMs,
          byUserId,
          what: 'token.removed' as const,
          target: name,
          from: scopes,
        })),
      );
      return removed.length;
    });
  }
}

function isOwnedBy(owner: TokenOwner) {
  return (where: ExpressionBuilder<Schema, 'tokens'>) =>
    owner === 'organisation' ? where('user_id', 'is', null) : where('user_id', '=', owner);
}

function toToken(row: Selectable<TokensTable>): Token {
  return {
    id: row.id,
    hint: row.hint,
    name: row.name,
    scopes: row.scopes.split(' ').filter(isScope),
    ...(row.user_id === null ? {} : { userId: row.user_id }),
    ...(row.made_by === null ? {} : { madeBy: row.made_by }),
    createdAtMs: row.created_at,
    ...(row.expires_at === null ? {} : { expiresAtMs: row.expires_at }),
    ...(row.last_used_at === null ? {} : { lastUsedAtMs: row.last_used_at }),
  };
}
