import { setTimeout as pause } from 'node:timers/promises';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { loadPages, loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { readResidentBytes } from '../processes/resident-memory.mjs';
import { SeededErrata } from '../fixtures/seeded-errata.mjs';

const SETTLE_MS = 3000;
const SAMPLE_EVERY_MS = 250;
const SECONDS = 18;

/**
 * Measures the resident memory of both apps together: when idle, the maximum under load, and how
 * much the maximum grows from the second to the last third of the load.
 */
export function measureMemory() {
  return inTemporaryFolder(async (folder) => {
    const { dataDir } = await SeededErrata.fill(folder);
    // Starts both apps anew, because the processes that filled the folder have already rendered a
    // page.
    const relay = await startRelay(dataDir);
    const renderer = await startRenderer(dataDir, { relayUrl: relay.url });
    const servers = [renderer, relay];
    await pause(SETTLE_MS);
    const idle = await readResidentBytes(servers);
    const ending = new AbortController();
    const load = Promise.all([
      loadPages(`${renderer.url}/issues`, {
        seconds: SECONDS,
        connections: 5,
        perSecond: 50,
        cookie: renderer.pass,
      }),
      loadReports(relay.url, { seconds: SECONDS, connections: 8, perSecond: 200, seed: 3 }),
    ]).finally(() => ending.abort());
    const samples = [];
    while (!ending.signal.aborted) {
      samples.push(await readResidentBytes(servers));
      await pause(SAMPLE_EVERY_MS);
    }
    await load;
    await Promise.all(servers.map((server) => server.end()));
    const third = Math.floor(samples.length / 3);
    const last = Math.max(...samples.slice(-third));
    const before = Math.max(...samples.slice(-2 * third, -third));
    return [
      { figure: 'memory/idle', ours: [idle] },
      { figure: 'memory/load', ours: [Math.max(...samples)] },
      { figure: 'memory/growth', ours: [last - before] },
    ];
  });
}
