import type { Selectable, SelectQueryBuilder } from 'kysely';
import { writeAudit } from '#product/people/audit';
import { UserStore } from '#product/people/accounts';
import { tokenLimits } from '#shared';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction, KeptQueries, toPortableText } from '#persistence/stores';
import { isScope } from '../rules/scopes.ts';
import type { TokensTable } from './token.tables.ts';
import type { NewToken, Token, TokenHolder } from './token.types.ts';

export type TokenOwner = number | 'organisation';

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
      const { count } = await ownedBy(db.selectFrom('tokens'), token.userId ?? 'organisation')
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
        where.or([where('last_used_at', 'is', null), where('last_used_at', '<', atMs)]),
      )
      .execute();
  }

  async list(owner: TokenOwner): Promise<Token[]> {
    const rows = await ownedBy(this.#database.kysely.selectFrom('tokens'), owner)
      .selectAll()
      .orderBy('id', 'desc')
      .execute();
    return rows.map(toToken);
  }

  /**
   * Deletes the token, which stops working at once, and writes an audit entry. Returns false when
   * the owner has no such token.
   */
  withdraw(
    owner: TokenOwner,
    { id, byUserId, atMs }: { id: number; byUserId: number; atMs: number },
  ): Promise<boolean> {
    return inTransaction(this.#database, async (db) => {
      const found = await ownedBy(db.selectFrom('tokens'), owner)
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      if (!found) return false;
      const { numDeletedRows } = await db
        .deleteFrom('tokens')
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      const { name, scopes } = toToken(found);
      await writeAudit(db, [{ atMs, byUserId, what: 'token.removed', target: name, from: scopes }]);
      return true;
    });
  }
}

function ownedBy<Row>(
  query: SelectQueryBuilder<Schema, 'tokens', Row>,
  owner: TokenOwner,
): SelectQueryBuilder<Schema, 'tokens', Row> {
  return owner === 'organisation'
    ? query.where('user_id', 'is', null)
    : query.where('user_id', '=', owner);
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
