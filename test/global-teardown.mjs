import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';

export default async function teardown() {
  await removeTemplates(`spec_template_${process.env.ERRATA_SPECS_RUN}`);
  await globalThis.errataTestPostgres?.remove();
  const folder = globalThis.errataMemoryFolder;
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** Removes the template databases of this run from a server or folder that outlives the run. */
async function removeTemplates(name) {
  rmSync(join(tmpdir(), name), { recursive: true, force: true });
  if (globalThis.errataTestPostgres) return;
  const client = new Client({ connectionString: process.env.ERRATA_TEST_POSTGRES_URL });
  await client.connect();
  await client.query(`drop database if exists ${name}`);
  await client.end();
}
