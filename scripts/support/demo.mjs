import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from './failure.mjs';
import { root } from './root.mjs';

/**
 * Fills the demo as the console does, directly in the database and in the name of the first owner.
 * Throws when the demo is there already.
 *
 * @param {NodeJS.ProcessEnv} env environment of the services
 */
export async function fillDemo(env) {
  const { readRendererConfig } = await importBuilt('apps/renderer/src/config/renderer-config.js');
  const { ensureSecret } = await importBuilt('libs/persistence/src/index.js');
  const { createStores, openDatabase } = await importBuilt('libs/product/index.js');
  const { DemoFiller } = await importBuilt(
    'apps/renderer/src/features/operation/demo/demo-filler.js',
  );
  const config = readRendererConfig(env);
  const database = openDatabase(config);
  try {
    const stores = createStores(database, {
      secret: config.secret ?? ensureSecret(config.dataDir),
    });
    const filler = DemoFiller.over(stores, config);
    if ((await filler.readState()).state === 'filled') {
      throw new Failure('The demo is there already. Settings, Demo takes it away.');
    }
    const people = await stores.users.list({ limit: 100 });
    const owner = people.find(({ isOwner, state }) => isOwner && state === 'active');
    await filler.fill(owner?.id, new AbortController().signal);
    if (!owner) console.log('Nobody owns Errata yet: no issue is resolved, muted or assigned.');
  } finally {
    await database.close();
  }
}

function importBuilt(path) {
  return import(pathToFileURL(join(root, 'dist', path)).href);
}
