import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { findMigratedTemplate } from '#product/testing';

const FILE = 'errata.sqlite';

/** Puts an SQLite database with the whole schema there, unless there is one: to copy it takes a part of what to migrate takes. */
export async function putDatabase(dataDir: string): Promise<void> {
  const path = join(dataDir, FILE);
  if (existsSync(path)) return;
  const template = await findMigratedTemplate('sqlite');
  copyFileSync(join(template.dataDir, FILE), path);
}
