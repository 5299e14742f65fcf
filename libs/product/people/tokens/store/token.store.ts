import type { ExpressionBuilder, Selectable, Generated } from 'kysely';
import { writeAudit } from '#product/people/audit';
import { UserStore } from '#product/people/accounts';
import { tokenLimits } from '#shared';
import type { JoinedWrite, KyselyDatabase, Schema, SecretColumn } from '#persistence/stores';
import {
  inTransaction,
  KeptQueries,
  toSecret,
  whereOver,
  type Capability,
  storeOf,
} from '#persistence/stores';
import { isScope } from '#product/people/accounts/rules';
import { createTokens } from './migrations/0032-create-tokens.ts';
import { noteToldEnds } from './migrations/0054-note-told-ends.ts';
import type { NewToken, Token, TokenHolder } from './token.types.ts';

interface TokensTable {
  readonly id: Generated<number>;
  readonly hash: SecretColumn;
  readonly hint: string;
  readonly name: string;
  readonly scopes: string;
  readonly user_id: number | null;
  readonly made_by: number | null;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly last_used_at: number | null;
  /** When the person was told that the token ends soon. */
  readonly end_told_at: number | null;
}

declare module '#persistence/stores' {
  interface Schema {
    readonly tokens: TokensTable;
  }
}

export type TokenOwner = number | 'organisation';

interface Withdrawal {
  /** Absent when no person withdraws the token. */
  readonly byUserId?: number;
  /** Provider that no longer vouches for the person. */
  readonly refusedBy?: string | undefined;
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
    this.#users = new UserStore(database, { ofPerson: [] });
  }

  /**
   * Creates a token and writes an audit entry. Returns undefined when the owner already has
   * `tokenLimits.perOwner` tokens.
   */
  create(token: NewToken, tell?: JoinedWrite): Promise<Token | undefined> {
    const scopes = [...new Set(token.scopes)];
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
          name: token.name,
          scopes: scopes.join(' '),
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
          byUserId: token.madeBy,
          what: 'token.added',
          target: token.name,
          to: scopes,
        },
      ]);
      await tell?.(db);
      return toToken(row);
    });
  }

  /**
   * Returns the token with this hash, even when it has expired. Returns undefined when its user is
   * not active.
   */
  async find(hash: string): Promise<TokenHolder | undefined> {
    const [row] = await this.#kept.run('find', { hash: toSecret(hash) }, (slot) =>
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

  #remove(owner: TokenOwner, { refusedBy, ...act }: Withdrawal, id?: number): Promise<number> {
    return inTransaction(this.#database, async (db) => {
      const owned = db.deleteFrom('tokens').where(isOwnedBy(owner));
      const rows = await (id === undefined ? owned : owned.where('id', '=', id))
        .returningAll()
        .execute();
      const removed = rows.map(toToken);
      await writeAudit(
        db,
        removed.map(({ name, scopes }) => ({
          ...act,
          what: 'token.removed' as const,
          target: name,
          from: scopes,
          to: refusedBy,
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
    scopes: [...new Set(row.scopes.split(' '))].filter(isScope),
    userId: row.user_id ?? undefined,
    madeBy: row.made_by ?? undefined,
    createdAtMs: row.created_at,
    expiresAtMs: row.expires_at ?? undefined,
    lastUsedAtMs: row.last_used_at ?? undefined,
  };
}

export const tokens = {
  tables: ['tokens'],
  migrations: [createTokens, noteToldEnds],
  stores: { tokens: storeOf(TokenStore) },
  auditTexts: {
    token: 'Tokens',
    'token.added': ({ target, to }) => `made the token ${target} (${to})`,
    'token.removed': ({ target, to }) =>
      `withdrew the token ${target}${to === '' ? '' : `, since ${to} no longer vouches for its holder`}`,
  },
} as const satisfies Capability;
