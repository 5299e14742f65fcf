import { Failure } from './failure.mjs';
import { importBuilt } from './import-built.mjs';
import { withStores } from './with-stores.mjs';

/**
 * Fills the demo as the console does, directly in the database and in the name of the first owner.
 * Throws when the demo is there already.
 *
 * @param {NodeJS.ProcessEnv} env environment of the services
 */
export async function fillDemo(env) {
  const { readRendererConfig } = await importBuilt('apps/renderer/src/config/renderer-config.js');
  const { ensureSecret } = await importBuilt('libs/persistence/src/index.js');
  const { DemoFiller } = await importBuilt(
    'apps/renderer/src/features/operation/demo/demo-filler.js',
  );
  const config = readRendererConfig(env);
  const secret = config.secret ?? ensureSecret(config.dataDir);
  const fill = async (stores) => {
    const filler = DemoFiller.over(stores, config);
    if ((await filler.progress.readState()).state === 'filled') {
      throw new Failure('The demo is there already. Settings, Demo takes it away.');
    }
    const people = await stores.users.list({ limit: 100 });
    const owner = people.find(({ isOwner, state }) => isOwner && state === 'active');
    await filler.fill(owner?.id, new AbortController().signal);
    if (!owner) console.log('Nobody owns Errata yet: no issue is resolved, muted or assigned.');
  };
  await withStores(config, fill, { secret });
}
