import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startBarePages, startBareReports } from '../processes/bare.mjs';
import { loadPages, loadReports } from '../processes/load.mjs';
import { readMachineBytes, readResidentBytes } from '../processes/resident-memory.mjs';
import { SeededErrata } from '../processes/seeded-errata.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { findFreePorts } from '../processes/free-ports.mjs';

const SETTLE_MS = 3000;
const SAMPLE_EVERY_MS = 250;
const LOAD = { seconds: 18, pagesPerSecond: 50, reportsPerSecond: 200 };

/** Resident memory of both apps' processes together, and of both bare servers under the same load. */
export function measureMemory() {
  return inTemporaryFolder(async (folder) => {
    const errata = await SeededErrata.start(folder);
    const { payloadFile } = errata;
    // Started again: those that filled the folder have shown a page.
    await errata.stop();
    const ours = await observe(await startApps(join(folder, 'data')));
    const bare = await observe({
      pages: await startBarePages({ payloadFile }),
      reports: await startBareReports({ databaseFile: join(folder, 'bare.sqlite') }),
    });
    return [
      { figure: 'memory/idle', ours: [ours.idle], bare: [bare.idle] },
      ...once('memory/idle-once', ours.idleOnce, bare.idleOnce),
      { figure: 'memory/load', ours: [ours.load], bare: [bare.load] },
      ...once('memory/load-once', ours.loadOnce, bare.loadOnce),
      { figure: 'memory/growth', ours: [ours.growth] },
    ];
  });
}

/** No row where the system does not tell. */
function once(figure, ours, bare) {
  return ours === undefined ? [] : [{ figure, ours: [ours], bare: [bare] }];
}

async function startApps(dataDir) {
  const [port] = await findFreePorts(1);
  const relay = await startRelay(dataDir);
  const renderer = await startRenderer(dataDir, { port, relayUrl: relay.url });
  return { pages: renderer, reports: relay };
}

/** Bytes: idle, the most under load, and by how much the last third is above the one before. */
async function observe({ pages, reports }) {
  const servers = [pages, reports];
  await pause(SETTLE_MS);
  const idle = await readResidentBytes(servers);
  const idleOnce = await readMachineBytes(servers);
  const samples = await sampleDuring(servers, () => putUnderLoad({ pages, reports }));
  const loadOnce = await readMachineBytes(servers);
  await Promise.all(servers.map((server) => server.stop()));
  const third = Math.floor(samples.length / 3);
  const last = Math.max(...samples.slice(-third));
  const before = Math.max(...samples.slice(-2 * third, -third));
  return { idle, idleOnce, load: Math.max(...samples), loadOnce, growth: last - before };
}

function putUnderLoad({ pages, reports }) {
  const { seconds, pagesPerSecond, reportsPerSecond } = LOAD;
  return Promise.all([
    loadPages(`${pages.url}/issues`, {
      seconds,
      connections: 5,
      perSecond: pagesPerSecond,
      cookie: pages.pass,
    }),
    loadReports(reports.url, { seconds, connections: 8, perSecond: reportsPerSecond, seed: 3 }),
  ]);
}

async function sampleDuring(servers, work) {
  const samples = [];
  const ending = new AbortController();
  const sampling = (async () => {
    while (!ending.signal.aborted) {
      samples.push(await readResidentBytes(servers));
      await pause(SAMPLE_EVERY_MS);
    }
  })();
  await work().finally(() => ending.abort());
  await sampling;
  return samples;
}
