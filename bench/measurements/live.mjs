import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { root } from '../../scripts/support/root.mjs';
import { launchServer } from '../processes/errata.mjs';
import { Listeners } from '../processes/listeners.mjs';
import { loadReports } from '../processes/load.mjs';
import { timePages, toPercentile } from '../processes/page-times.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { readResidentBytes } from '../processes/resident-memory.mjs';
import { SeededErrata } from '../fixtures/seeded-errata.mjs';

const CONNECTIONS = 2000;
const REPORTS = 5;
const PAGES = { times: 50, everyMs: 50 };
/**
 * Pause after opening the connections. The garbage collector frees what opening left behind, and
 * the server checks every connection once.
 */
const SETTLE_MS = 12_000;

/**
 * Measures two thousand browsers that listen to one renderer: memory for each connection, the time
 * until the last browser hears of a report, and page times meanwhile.
 */
export function measureLive() {
  return inTemporaryFolder(async (folder) => {
    const errata = await SeededErrata.start(folder);
    const ours = await measureErrata(errata);
    await errata.end();
    const bare = await measureBare();
    return [
      { figure: 'live/memory', ours: [ours.bytes], bare: [bare.bytes] },
      { figure: 'live/told', ours: [ours.toldMs] },
      { figure: 'live/spread', ours: [ours.spreadMs], bare: [bare.spreadMs] },
      { figure: 'live/page', ours: [ours.loadedMs], bare: [ours.idleMs] },
    ];
  });
}

async function measureErrata({ renderer, relay }) {
  const cookie = renderer.pass;
  const timePage = async () =>
    toPercentile(await timePages(`${renderer.url}/issues`, { cookie, ...PAGES }), 0.95);
  await timePage();
  const idleMs = await timePage();
  const bytes = await grow(renderer, { url: `${renderer.url}/_live?missed=0`, cookie });
  const { listeners } = bytes;
  const spreads = [];
  const arrivalDelaysMs = [];
  for (let count = 0; count < REPORTS; count += 1) {
    listeners.forget();
    const sent = await loadReports(relay.url, { seed: count, reports: 1, connections: 1 });
    const acknowledgedMs = performance.now();
    const told = await untilAllArrived(listeners);
    if (sent.acknowledged !== 1) throw new Error('The report was not taken.');
    arrivalDelaysMs.push(told.at(-1) - acknowledgedMs);
    spreads.push(told.at(-1) - told[0]);
  }
  const loading = loadReports(relay.url, { seed: 99, seconds: 10, perSecond: 50 });
  const loadedMs = await timePage();
  await loading;
  listeners.close();
  return {
    bytes: bytes.perConnection,
    idleMs,
    loadedMs,
    toldMs: Math.max(...arrivalDelaysMs),
    spreadMs: Math.max(...spreads),
  };
}

async function measureBare() {
  const server = await launchServer([
    join(root, 'bench', 'programs', 'bare-live.mjs'),
  ]).untilReady();
  const { perConnection, listeners } = await grow(server, { url: server.url });
  const spreads = [];
  for (let count = 0; count < REPORTS; count += 1) {
    listeners.forget();
    await fetch(`${server.url}/tell`);
    const told = await untilAllArrived(listeners);
    spreads.push(told.at(-1) - told[0]);
  }
  listeners.close();
  await server.end();
  return { bytes: perConnection, spreadMs: Math.max(...spreads) };
}

async function grow(server, { url, cookie }) {
  const before = await readResidentBytes([server]);
  const listeners = new Listeners();
  await listeners.open(url, { count: CONNECTIONS, cookie });
  await pause(SETTLE_MS);
  const perConnection = ((await readResidentBytes([server])) - before) / CONNECTIONS;
  return { listeners, perConnection };
}

async function untilAllArrived(listeners) {
  for (let left = 1000; left > 0; left -= 1) {
    const told = listeners.findArrivalTimes();
    if (told) return told;
    await pause(10);
  }
  throw new Error('Somebody was not told within 10 seconds.');
}
