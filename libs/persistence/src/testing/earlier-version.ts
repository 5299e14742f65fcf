import type { Database } from '../database.ts';
import { KyselyDatabase } from '../kysely-database.ts';
import { runMigrations } from '../migrations/run-migrations.ts';
import { releasedMigrations } from '../released-migrations.ts';

/** Makes an empty database what a version made of it that knew product migrations up to `last`, `NNNN`, and one of the platform. */
export async function migrateToEarlier(database: Database, last: string): Promise<void> {
  if (!(database instanceof KyselyDatabase)) throw new TypeError('openDatabase returns another.');
  const product = releasedMigrations.product.filter(({ name }) => name.slice(0, 4) <= last);
  const platform = releasedMigrations.platform.slice(0, 1);
  const { secret } = database;
  await runMigrations(database.dialect, ['platform', 'product'], {
    steps: { platform, product },
    secret,
  });
}
