import { setTimeout as pause } from 'node:timers/promises';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { loadPages, loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { readResidentBytes, sampleResidentBytes } from '../processes/resident-memory.mjs';
import { fillSeeded } from '../fixtures/seeded-errata.mjs';

const SETTLE_MS = 3000;
const SECONDS = 18;

/**
 * Measures the resident memory of both apps together: when idle, the maximum under load, and how
 * much the maximum grows from the second to the last third of the load.
 */
export function measureMemory() {
  return inTemporaryFolder(async (folder) => {
    const dataDir = await fillSeeded(folder);
    // Starts both apps anew, because their first start makes tables.
    const relay = await startRelay(dataDir);
    const renderer = await startRenderer(dataDir, { relayUrl: relay.url });
    const servers = [renderer, relay];
    await pause(SETTLE_MS);
    const idle = await readResidentBytes(servers);
    const load = Promise.all([
      loadPages(`${renderer.url}/issues`, {
        seconds: SECONDS,
        connections: 5,
        perSecond: 50,
        cookie: renderer.pass,
      }),
      loadReports(relay.url, { seconds: SECONDS, connections: 8, perSecond: 200, seed: 3 }),
    ]);
    const { samples } = await sampleResidentBytes(servers, load);
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
