import { setTimeout as pause } from 'node:timers/promises';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { loadLogs, loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { readResidentBytes } from '../processes/resident-memory.mjs';
import { withDatabase, withSqlite } from '../processes/database.mjs';
import { listDayFiles } from '../receipts/stored-logs.mjs';

const LOGS_PER_SECOND = 3000;
const REPORTS_PER_SECOND = 100;
const WARM_UP_SECONDS = 8;
const SECONDS = 30;
const SAMPLE_EVERY_MS = 250;
const LOOK_EVERY_MS = 20;
const MOST_LAG_MS = 60_000;

/**
 * Measures logs that arrive beside reports of 25 kB. Both go to the renderer, as to a DSN, which
 * passes them on to the relay.
 */
export function measureArrivingLogs() {
  return inTemporaryFolder(async (dataDir) => {
    const relay = await startRelay(dataDir);
    const renderer = await startRenderer(dataDir, { relayUrl: relay.url });
    const servers = [renderer, relay];
    const before = await load(renderer.url, { seconds: WARM_UP_SECONDS, seed: 1 });
    const ending = new AbortController();
    const sampling = samplePeakBytes(servers, ending.signal);
    const sent = await load(renderer.url, { seconds: SECONDS, seed: 2 });
    const lagMs = await untilVisible(dataDir, [before, sent]);
    ending.abort();
    const bytes = await sampling;
    await Promise.all(servers.map((server) => server.end()));
    const { logs, reports } = sent;
    return [
      { figure: 'logs/acknowledged', ours: [logs.acknowledged / logs.seconds] },
      { figure: 'logs/reports', ours: [reports.acknowledged / reports.seconds] },
      { figure: 'logs/answer-p99', ours: [Math.max(logs.p99Ms, reports.p99Ms)] },
      { figure: 'logs/visible', ours: [lagMs] },
      { figure: 'logs/memory', ours: [bytes] },
    ];
  });
}

async function load(url, options) {
  const [logs, reports] = await Promise.all([
    loadLogs(url, { ...options, perSecond: LOGS_PER_SECOND }),
    loadReports(url, { ...options, perSecond: REPORTS_PER_SECOND, connections: 8 }),
  ]);
  return { logs, reports };
}

async function samplePeakBytes(servers, signal) {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, await readResidentBytes(servers));
    await pause(SAMPLE_EVERY_MS);
  }
  return peak;
}

/** Resolves with the milliseconds until a reader of the database finds all that was acknowledged. */
async function untilVisible(dataDir, loads) {
  const sum = (kind) => loads.reduce((total, each) => total + each[kind].acknowledged, 0);
  const [logs, events] = [sum('logs'), sum('reports')];
  const startMs = performance.now();
  for (;;) {
    const [stored, issued] = [await countLogs(dataDir), await countEvents(dataDir)];
    const tookMs = performance.now() - startMs;
    if (stored === logs && issued === events) return tookMs;
    if (tookMs > MOST_LAG_MS) {
      throw new Error(`${stored} of ${logs} logs and ${issued} of ${events} reports are visible.`);
    }
    await pause(LOOK_EVERY_MS);
  }
}

async function countLogs(dataDir) {
  let count = 0;
  for (const file of await listDayFiles(dataDir)) {
    const sum = 'SELECT coalesce(sum(logs), 0) AS logs FROM log_blocks';
    const [{ logs }] = await withSqlite(file, (query) => query(sum));
    count += logs;
  }
  return count;
}

async function countEvents(dataDir) {
  const count = 'SELECT count(*) AS events FROM events';
  const [{ events }] = await withDatabase({ dataDir }, (query) => query(count));
  return events;
}
