import { sql } from 'kysely';
import type { KyselyDatabase } from '../../kysely-database.ts';
import { KeptAssetStore } from './kept-asset.store.ts';
import type { AssetForm, KeptAsset } from './kept-asset.store.ts';

export class KyselyKeptAssetStore extends KeptAssetStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    super();
    this.#database = database;
  }

  override async touch(build: string, usedAtMs: number): Promise<void> {
    await this.#database.kysely
      .insertInto('kept_builds')
      .values({ id: build, used_at: usedAtMs })
      .onConflict((conflict) =>
        conflict
          .column('id')
          .doUpdateSet({ used_at: usedAtMs })
          .where('kept_builds.used_at', '<', usedAtMs),
      )
      .execute();
  }

  override listForms(build: string): Promise<AssetForm[]> {
    return this.#database.kysely
      .selectFrom('kept_assets')
      .select(['name', 'encoding'])
      .where('build', '=', build)
      .execute();
  }

  override async keep(build: string, { name, encoding, body }: KeptAsset): Promise<void> {
    await this.#database.kysely
      .insertInto('kept_assets')
      .values({ name, encoding, build, body })
      .onConflict((conflict) => conflict.columns(['name', 'encoding', 'build']).doNothing())
      .execute();
  }

  override async find(name: string, encodings: readonly string[]): Promise<KeptAsset | undefined> {
    if (encodings.length === 0) return undefined;
    return this.#database.kysely
      .selectFrom('kept_assets')
      .select(['name', 'encoding', 'body'])
      .where('name', '=', name)
      .where('encoding', 'in', encodings)
      .orderBy(sql`length(body)`)
      .limit(1)
      .executeTakeFirst();
  }

  override async forget(unusedSinceMs: number): Promise<number> {
    const { numDeletedRows } = await this.#database.kysely
      .deleteFrom('kept_builds')
      .where('used_at', '<', unusedSinceMs)
      .executeTakeFirst();
    return Number(numDeletedRows);
  }
}
