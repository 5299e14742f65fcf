import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMemoryFolder } from '../scripts/support/memory-folder.mjs';
import { startPostgres } from '../scripts/support/postgres.mjs';

/**
 * Starts one PostgreSQL for the whole run; specs make databases of their own in it. The server and
 * the specs keep their files in memory when there is room, because they would mostly wait for
 * syncs. Specs about kills stay on the disk (`ERRATA_SPECS_DISK`).
 */
export default async function setup() {
  process.env.ERRATA_SPECS_DISK ??= tmpdir();
  process.env.ERRATA_SPECS_RUN = randomBytes(6).toString('hex');
  if (!process.env.TMPDIR) keepInMemory();
  if (process.env.ERRATA_TEST_POSTGRES_URL) return;
  const server = await startPostgres();
  globalThis.errataTestPostgres = server;
  process.env.ERRATA_TEST_POSTGRES_URL = server.url;
}

function keepInMemory() {
  const folder = makeMemoryFolder();
  if (folder === undefined) {
    process.stderr.write(
      'No room in memory: databases of specs are on the disk, where copying one takes PostgreSQL many times as long.\n',
    );
    return;
  }
  // PostgreSQL runs as another user than root and has to reach the folder.
  chmodSync(folder, 0o755);
  globalThis.errataMemoryFolder = folder;
  process.env.TMPDIR = folder;
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
}
