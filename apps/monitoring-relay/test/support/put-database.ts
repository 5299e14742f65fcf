import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { findMigratedTemplate } from '#product/testing';

const FILE = 'errata.sqlite';

/**
 * Copies a migrated SQLite database into the folder, unless it has one. Copying is much faster than
 * migrating.
 */
export async function putDatabase(dataDir: string): Promise<void> {
  const path = join(dataDir, FILE);
  if (existsSync(path)) return;
  const template = await findMigratedTemplate('sqlite');
  copyFileSync(join(template.dataDir, FILE), path);
}
