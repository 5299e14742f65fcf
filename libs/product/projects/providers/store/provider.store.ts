import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { inToldTransaction, inTransaction, Seal } from '#persistence/stores';
import type { JoinedWrite, KyselyDatabase } from '#persistence/stores';
import type { GroupRule } from '../rules/plan-roles.ts';
import type { SignInProvidersTable } from './provider.tables.ts';

export interface Provider {
  /** 0 for the provider that the environment configures. */
  readonly id: number;
  /** Names the provider in addresses, such as that of its callback. Never changes. */
  readonly slug: string;
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Absent when the secret was encrypted with another ERRATA_SECRET. */
  readonly clientSecret?: string;
  /** People with a verified email address in these domains may join without an invitation. */
  readonly domains: readonly string[];
  readonly groupsClaim: string;
  /** True when an owner says that addresses in `domains` belong to whom the provider names. */
  readonly trustsAddresses: boolean;
  readonly sessionDays: number;
}

type Facts = Omit<Provider, 'id' | 'slug' | 'clientSecret'>;

export interface NewProvider extends Omit<Provider, 'id' | 'clientSecret'> {
  readonly clientSecret: string;
}

export interface StoredGroupRule extends GroupRule {
  readonly id: number;
}

const PURPOSE = 'errata sign-in providers';

/**
 * Stores sign-in providers and the roles that their groups give. Every method rejects with
 * `database.unavailable` when the database does not answer.
 */
export class ProviderStore {
  readonly #database: KyselyDatabase;
  readonly #seal: Seal;

  constructor(database: KyselyDatabase, secret: string | undefined) {
    this.#database = database;
    this.#seal = new Seal(secret, PURPOSE);
  }

  async list(): Promise<Provider[]> {
    const rows = await this.#database.kysely
      .selectFrom('sign_in_providers')
      .selectAll()
      .orderBy('id')
      .execute();
    return rows.map((row) => this.#toProvider(row));
  }

  async find(by: { id: number } | { slug: string }): Promise<Provider | undefined> {
    const [column, value] = 'id' in by ? (['id', by.id] as const) : (['slug', by.slug] as const);
    const row = await this.#database.kysely
      .selectFrom('sign_in_providers')
      .selectAll()
      .where(column, '=', value)
      .executeTakeFirst();
    return row && this.#toProvider(row);
  }

  /** Returns the id. Returns undefined when another provider has the slug. */
  add(provider: NewProvider, tell?: JoinedWrite): Promise<number | undefined> {
    const { slug, clientSecret } = provider;
    return inTransaction(this.#database, async (transaction) => {
      const row = await transaction
        .insertInto('sign_in_providers')
        .values({ slug, ...toColumns(provider), ...this.#toSealed(clientSecret) })
        .onConflict((conflict) => conflict.column('slug').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row) await tell?.(transaction);
      return row?.id;
    });
  }

  /**
   * Changes a provider. Keeps the stored secret when `clientSecret` is absent. Returns false when
   * the provider does not exist.
   */
  change(
    id: number,
    provider: Facts & { readonly clientSecret?: string | undefined },
    tell?: JoinedWrite,
  ): Promise<boolean> {
    const { clientSecret } = provider;
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('sign_in_providers')
        .set({
          ...toColumns(provider),
          ...(clientSecret === undefined ? {} : this.#toSealed(clientSecret)),
        })
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    });
  }

  /**
   * Removes the provider and the roles of its groups. Identities stay, because another provider
   * with the same issuer may use them. Returns `last`, and removes nothing, when no other provider
   * would remain while passwords are off. `others` counts those that the environment configures.
   */
  remove(
    id: number,
    { others = 0, tell }: { readonly others?: number; readonly tell?: JoinedWrite } = {},
  ): Promise<'removed' | 'unknown' | 'last'> {
    return inTransaction(this.#database, async (transaction) => {
      // All rows are locked, so that of two simultaneous removals the later one sees the earlier.
      const all = transaction.selectFrom('sign_in_providers').select('id').orderBy('id');
      const { hasConcurrentWriters } = this.#database.dialect;
      const rows = await (hasConcurrentWriters ? all.forUpdate() : all).execute();
      if (!rows.some((row) => row.id === id)) return 'unknown';
      const rule = transaction.selectFrom('password_rule').select('id');
      const isOnly = rows.length + others === 1;
      if (isOnly && (await rule.executeTakeFirst()) !== undefined) return 'last';
      await transaction.deleteFrom('provider_groups').where('provider_id', '=', id).execute();
      await transaction.deleteFrom('sign_in_providers').where('id', '=', id).execute();
      await tell?.(transaction);
      return 'removed';
    });
  }

  /**
   * Lists the group rules of a provider. `providerId` 0 means the provider that the environment
   * configures.
   */
  async listGroups(providerId: number): Promise<StoredGroupRule[]> {
    const rows = await this.#database.kysely
      .selectFrom('provider_groups')
      .selectAll()
      .where('provider_id', '=', providerId)
      .orderBy('id')
      .execute();
    return rows.map(({ id, group_name, role, projects }) => ({
      id,
      group: group_name,
      role,
      projectIds: projects === null ? 'all' : (JSON.parse(projects) as number[]),
    }));
  }

  async addGroup(
    providerId: number,
    { group, role, projectIds }: GroupRule,
    tell?: JoinedWrite,
  ): Promise<void> {
    await inTransaction(this.#database, async (transaction) => {
      await transaction
        .insertInto('provider_groups')
        .values({
          provider_id: providerId,
          group_name: group,
          role,
          projects: projectIds === 'all' ? null : JSON.stringify(projectIds),
        })
        .execute();
      await tell?.(transaction);
    });
  }

  removeGroup(providerId: number, id: number, tell?: JoinedWrite): Promise<boolean> {
    return inToldTransaction(this.#database, tell, async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('provider_groups')
        .where('provider_id', '=', providerId)
        .where('id', '=', id)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    });
  }

  #toProvider(row: Selectable<SignInProvidersTable>): Provider {
    const clientSecret = this.#seal.findText(row.client_secret, row.seal);
    return {
      id: row.id,
      slug: row.slug,
      name: row.name,
      issuer: row.issuer,
      clientId: row.client_id,
      clientSecret,
      domains: JSON.parse(row.domains) as string[],
      groupsClaim: row.groups_claim,
      trustsAddresses: row.trusts_addresses === 1,
      sessionDays: row.session_days,
    };
  }

  #toSealed(clientSecret: string) {
    const seal = randomUUID();
    return { client_secret: this.#seal.seal(Buffer.from(clientSecret), seal), seal };
  }
}

function toColumns(facts: Facts) {
  return {
    name: facts.name,
    issuer: facts.issuer,
    client_id: facts.clientId,
    domains: JSON.stringify(facts.domains),
    groups_claim: facts.groupsClaim,
    trusts_addresses: facts.trustsAddresses ? 1 : 0,
    session_days: facts.sessionDays,
  };
}
