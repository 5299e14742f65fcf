import { setTimeout as pause } from 'node:timers/promises';
import { makeScript, toMinifiedEnvelope } from '../fixtures/minified.mjs';
import { seededRandom } from '../fixtures/random.mjs';
import { PROJECT } from '../processes/environment.mjs';
import { importBuilt, startRelay } from '../processes/errata.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { readResidentBytes } from '../processes/resident-memory.mjs';
import { withDatabase } from '../processes/database.mjs';
import { untilDrained } from '../receipts/settled.mjs';

const SCRIPTS = 20;
const PER_SECOND = 200;
const SECONDS = 15;
const SETTLE_MS = 3000;
const SAMPLE_EVERY_MS = 250;
const LOOK_EVERY_MS = 100;

/**
 * Measures events of minified scripts, first without and then with source maps for 20 scripts of 2
 * MB each. Returns the largest additional memory, and the number of events mapped per second.
 */
export function measureMaps() {
  return inTemporaryFolder(async (dataDir) => {
    const relay = await startRelay(dataDir);
    const random = seededRandom(43);
    const scripts = Array.from({ length: SCRIPTS }, (_, number) => makeScript(random, number));
    const load = () => loadMinified(relay, { scripts, random });
    await load();
    const without = await load();
    await upload(dataDir, scripts);
    const within = await load();
    const mapped = await countMapped(dataDir, within.sent);
    await relay.end();
    return [
      { figure: 'maps/memory', ours: [within.bytes - without.bytes] },
      { figure: 'maps/mapped', ours: [mapped / within.seconds] },
    ];
  });
}

async function loadMinified(relay, { scripts, random }) {
  const url = `${relay.url}/api/${PROJECT.id}/envelope/?sentry_key=${PROJECT.publicKey}`;
  await pause(SETTLE_MS);
  const startMs = performance.now();
  const total = PER_SECOND * SECONDS;
  const ending = new AbortController();
  const sending = sendEvenly(url, { scripts, random, total, startMs }).finally(() =>
    ending.abort(),
  );
  let bytes = 0;
  while (!ending.signal.aborted) {
    bytes = Math.max(bytes, await readResidentBytes([relay]));
    await pause(SAMPLE_EVERY_MS);
  }
  await sending;
  await untilDrained(relay.url);
  return { bytes, sent: total, seconds: (performance.now() - startMs) / 1000 };
}

async function sendEvenly(url, { scripts, random, total, startMs }) {
  const answers = [];
  for (let sent = 0; sent < total; sent += 1) {
    await pause(Math.max(0, startMs + (sent * 1000) / PER_SECOND - performance.now()));
    const body = toMinifiedEnvelope(random, scripts[sent % scripts.length]);
    answers.push(fetch(url, { method: 'POST', body }).then((answer) => requireTaken(answer)));
  }
  await Promise.all(answers);
}

async function requireTaken(answer) {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${await answer.text()}`);
  await answer.text();
}

async function upload(dataDir, scripts) {
  const { createStores, openDatabase } = await importBuilt('libs/product/index.js');
  const folder = 'apps/renderer/src/features/recording/artifacts';
  const { UploadsService } = await importBuilt(`${folder}/uploads.service.js`);
  const { SystemClock } = await importBuilt('libs/shared/src/index.js');
  const database = openDatabase({ dataDir });
  const { artifactChunks, artifactBundles } = createStores(database);
  const uploads = new UploadsService(artifactChunks, artifactBundles, new SystemClock());
  for (const { url, debugId, code, map } of scripts) {
    const of = (type, at, body) => ({ type, url: at, debugId, body: Buffer.from(body) });
    const files = [of('minified_source', url, code), of('source_map', `${url}.map`, map)];
    await untilOk(() => uploads.upload(PROJECT.id, { files }));
  }
  await database.close();
}

async function untilOk(ask) {
  for (;;) {
    const { state, detail } = await ask();
    if (state === 'ok') return;
    if (state === 'error') throw new Error(detail);
    await pause(LOOK_EVERY_MS);
  }
}

/**
 * Returns `sent`, the number of events of the last load. Throws when an event of the three loads is
 * not stored, or when a source map is still missing.
 */
async function countMapped(dataDir, sent) {
  const count = `SELECT count(*) AS misses FROM artifact_misses`;
  const stored = 'SELECT count(*) AS stored FROM events';
  const [[{ misses }], [{ stored: events }]] = await withDatabase({ dataDir }, async (query) => [
    await query(count),
    await query(stored),
  ]);
  if (misses > 0 || events !== 3 * sent) throw new Error(`${events} events, ${misses} misses.`);
  return sent;
}
