import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importBuilt } from '../import-built.mjs';
import { root } from '../root.mjs';

const SOURCES = 'apps/renderer/src';

export const ADDRESSES = join(root, 'apps', 'renderer', 'src', 'addresses.d.ts');

/**
 * Writes the types of addresses when routes have changed. In CI it writes nothing, so that a spec
 * fails for a file that nobody has committed.
 */
export async function writeAddressTypes() {
  if (process.env.CI) return;
  const text = await readAddressTypes();
  const known = existsSync(ADDRESSES) ? readFileSync(ADDRESSES, 'utf8') : '';
  if (text !== known) writeFileSync(ADDRESSES, text);
}

/**
 * Returns the text of `addresses.d.ts` for the routes of the built application, which is started
 * but does not listen.
 */
export async function readAddressTypes() {
  const { createRenderer } = await importBuilt(`${SOURCES}/create-renderer.js`);
  const { readRendererConfig } = await importBuilt(`${SOURCES}/config/renderer-config.js`);
  const { listRegisteredRoutes } = await importBuilt(
    `${SOURCES}/rendering/routes/registered-routes.js`,
  );
  const { toAddressTypes } = await importBuilt(
    `${SOURCES}/rendering/routes/write-address-types.js`,
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'errata-addresses-'));
  try {
    const settings = { DATA_DIR: dataDir, MONITORING_DSN: 'off', LOG_LEVEL: 'error' };
    const renderer = await createRenderer(readRendererConfig(settings));
    const routes = listRegisteredRoutes(renderer.app.getHttpAdapter().getInstance());
    await renderer.close();
    return toAddressTypes(routes.map(({ path }) => path));
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}
