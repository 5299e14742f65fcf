// Keeps a backup of an installation of this version, on each database, for
// test/kept-releases.e2e.spec.ts. A person runs `node scripts/keep-release.mjs` once for each
// release.
import './support/require-node.mjs';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { runBuilt } from './support/built-command.mjs';
import { untilDrained } from './support/drained.mjs';
import { Failure } from './support/failure.mjs';
import { importBuilt } from './support/import-built.mjs';
import { configure, handleIssues, readFacts, readSamples, send } from './support/kept-contents.mjs';
import { findFreePorts } from './support/ports.mjs';
import { startPostgres } from './support/postgres.mjs';
import { Program } from './support/program.mjs';
import { root } from './support/root.mjs';
import { run, runNode } from './support/run.mjs';
import { until } from './support/until.mjs';
import { withStores } from './support/with-stores.mjs';

const OWNER = { email: 'ada@example.org', password: 'kept with its release' };
const RELAY = 'apps/monitoring-relay/src';
const KNOWN_MS = 3000;

await runBuilt(async () => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const folder = join(root, 'test', 'releases', version);
  if (existsSync(folder)) throw new Failure(`${version} is kept already, in ${folder}.`);
  await mkdir(folder);
  const postgres = await startPostgres();
  try {
    const kept = await keep(join(folder, 'sqlite.tar.gz'), {});
    const same = await keep(join(folder, 'postgres.tar.gz'), { DATABASE_URL: postgres.url });
    if (!isDeepStrictEqual(kept, same)) throw new Failure('The two databases hold other facts.');
    await writeFile(join(folder, 'kept.json'), `${JSON.stringify({ owner: OWNER, ...kept })}\n`);
    console.log(`Kept ${version} in ${folder}.`);
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  } finally {
    await postgres.remove();
  }
});

/**
 * Fills an Errata, packs a backup of it into `archive`, and resolves with the facts that this
 * version itself reads from the same data.
 */
async function keep(archive, settings) {
  const work = await mkdtemp(join(tmpdir(), 'errata-kept-'));
  const [port, relayPort] = await findFreePorts(2);
  const env = {
    PATH: process.env.PATH,
    DATA_DIR: join(work, 'data'),
    PORT: String(port),
    RELAY_PORT: String(relayPort),
    ERRATA_OWNER_EMAIL: OWNER.email,
    ERRATA_OWNER_PASSWORD: OWNER.password,
    METRICS_TOKEN: 'of who keeps a release',
    MONITORING_DSN: 'off',
    ...settings,
  };
  const relayUrl = `http://127.0.0.1:${relayPort}`;
  try {
    await withErrata(env, async (stores, parts) => {
      await configure(stores, parts);
      await pause(KNOWN_MS);
      await send(stores, relayUrl, 'processed');
      await untilDrained(relayUrl, env.METRICS_TOKEN);
      await until('the failed report', async () => (await stores.failedReports.count()) > 0);
      await until('the issue of the monitor', async () => {
        const [monitor] = await stores.monitors.list('all');
        return monitor?.environments[0]?.issueId !== undefined;
      });
      await handleIssues(stores);
    });
    await leaveWaiting(env, relayUrl);
    await leaveBackup(env, { work, archive });
    return await withErrata(env, async (stores, parts) => {
      await untilDrained(relayUrl, env.METRICS_TOKEN);
      return { facts: await readFacts(stores, parts), samples: await readSamples(stores) };
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function withErrata(env, work) {
  const load = (entry) => importBuilt(`libs/${entry}/index.js`);
  const { ensureSecret } = await load('persistence/src');
  const parts = {
    ...(await load('product/recording/filters')),
    ...(await load('product/recording/grouping-rules')),
    ...(await load('product/recording/privacy')),
    ...(await load('product/projects/projects')),
  };
  const errata = new Program([process.execPath, 'scripts/start.mjs'], { env });
  try {
    await errata.untilPrinted('Ctrl-C stops');
    const place = { dataDir: env.DATA_DIR, databaseUrl: env.DATABASE_URL };
    const secret = ensureSecret(env.DATA_DIR);
    return await withStores(place, (stores) => work(stores, parts), { secret });
  } finally {
    await errata.end();
  }
}

/** Leaves reports in the spool: this relay acknowledges them but has no processing. */
async function leaveWaiting(env, relayUrl) {
  const { createRelay } = await importBuilt(`${RELAY}/create-relay.js`);
  const { readRelayConfig } = await importBuilt(`${RELAY}/config/relay-config.js`);
  const relay = await createRelay(readRelayConfig(env), { product: { modules: [] } });
  await relay.listen();
  await send(relay.parts.stores, relayUrl, 'waiting');
  await relay.close();
}

async function leaveBackup(env, { work, archive }) {
  const entry = join(root, 'dist', RELAY, 'errata.js');
  const made = await runNode([entry, 'backup', join(work, 'backup')], { env });
  const pack = () => run('tar', ['-czf', archive, '-C', work, 'backup']);
  const { code, output } = made.code === 0 ? await pack() : made;
  if (code !== 0) throw new Failure('The backup was not made, or not packed.', output);
}
