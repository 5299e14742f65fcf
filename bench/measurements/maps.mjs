import { setTimeout as pause } from 'node:timers/promises';
import { importBuilt } from '../../scripts/support/import-built.mjs';
import { until } from '../../scripts/support/until.mjs';
import { withStores } from '../../scripts/support/with-stores.mjs';
import { makeScript } from '../fixtures/minified.mjs';
import { seededRandom } from '../fixtures/random.mjs';
import { PROJECT } from '../processes/environment.mjs';
import { startRelay } from '../processes/errata.mjs';
import { loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { sampleResidentBytes } from '../processes/resident-memory.mjs';
import { withDatabase } from '../processes/database.mjs';
import { untilDrained } from '../receipts/settled.mjs';

const SCRIPTS = 20;
const PER_SECOND = 200;
const SECONDS = 15;
const SETTLE_MS = 3000;

/**
 * Measures events of minified scripts, first without and then with source maps for 20 scripts of 2
 * MB each. Returns the largest additional memory, and the number of events mapped per second.
 */
export function measureMaps() {
  return inTemporaryFolder(async (dataDir) => {
    const relay = await startRelay(dataDir);
    await loadMinified(relay, 1);
    const without = await loadMinified(relay, 2);
    await upload(dataDir);
    const within = await loadMinified(relay, 3);
    await requireMapped(dataDir, 3 * within.sent);
    await relay.end();
    return [
      { figure: 'maps/memory', ours: [within.bytes - without.bytes] },
      { figure: 'maps/mapped', ours: [within.sent / within.seconds] },
    ];
  });
}

async function loadMinified(relay, seed) {
  await pause(SETTLE_MS);
  const startMs = performance.now();
  const sent = PER_SECOND * SECONDS;
  const load = { kind: 'minified', groups: SCRIPTS, seed, reports: sent, perSecond: PER_SECOND };
  const { samples } = await sampleResidentBytes([relay], loadReports(relay.url, load));
  await untilDrained(relay.url);
  return { bytes: Math.max(...samples), sent, seconds: (performance.now() - startMs) / 1000 };
}

async function upload(dataDir) {
  const folder = 'apps/renderer/src/features/recording/artifacts';
  const { UploadsService } = await importBuilt(`${folder}/uploads.service.js`);
  const { SystemClock } = await importBuilt('libs/shared/src/index.js');
  await withStores({ dataDir }, async ({ artifactChunks, artifactBundles }) => {
    const uploads = new UploadsService(artifactChunks, artifactBundles, new SystemClock());
    const random = seededRandom(43);
    for (let number = 0; number < SCRIPTS; number += 1) {
      const { url, debugId, code, map } = makeScript(random, number);
      const of = (type, at, body) => ({ type, url: at, debugId, body: Buffer.from(body) });
      const files = [of('minified_source', url, code), of('source_map', `${url}.map`, map)];
      await until(`the maps of ${url}`, async () => {
        const { state, detail } = await uploads.upload(PROJECT.id, { files });
        if (state === 'error') throw new Error(detail);
        return state === 'ok';
      });
    }
  });
}

/** Throws when an event of the loads is not stored, or when a source map is still missing. */
async function requireMapped(dataDir, sent) {
  const [[{ misses }], [{ events }]] = await withDatabase({ dataDir }, async (query) => [
    await query('SELECT count(*) AS misses FROM artifact_misses'),
    await query('SELECT count(*) AS events FROM events'),
  ]);
  if (misses > 0 || events !== sent) throw new Error(`${events} events, ${misses} misses.`);
}
