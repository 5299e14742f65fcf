import { LOGS_PER_ENVELOPE } from '../fixtures/log-envelopes.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { sampleResidentBytes } from '../processes/resident-memory.mjs';
import { withDatabase, withSqlite } from '../processes/database.mjs';
import { listDayFiles } from '../receipts/stored-logs.mjs';
import { until } from '../../scripts/support/until.mjs';

const LOG_ENVELOPES_PER_SECOND = 30;
const REPORTS_PER_SECOND = 100;
const WARM_UP_SECONDS = 8;
const SECONDS = 30;

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
    const work = load(renderer.url, { seconds: SECONDS, seed: 2 }).then(async (sent) => {
      return { ...sent, lagMs: await untilVisible(dataDir, [before, sent]) };
    });
    const { samples, result } = await sampleResidentBytes(servers, work);
    await Promise.all(servers.map((server) => server.end()));
    const { logs, reports, lagMs } = result;
    return [
      { figure: 'logs/acknowledged', ours: [countLogs(logs) / logs.seconds] },
      { figure: 'logs/reports', ours: [reports.acknowledged / reports.seconds] },
      { figure: 'logs/answer-p99', ours: [Math.max(logs.p99Ms, reports.p99Ms)] },
      { figure: 'logs/visible', ours: [lagMs] },
      { figure: 'logs/memory', ours: [Math.max(...samples)] },
    ];
  });
}

async function load(url, { seconds, seed }) {
  const send = (kind, perSecond) =>
    loadReports(url, { kind, seed, perSecond, reports: seconds * perSecond, connections: 8 });
  const [logs, reports] = await Promise.all([
    send('logs', LOG_ENVELOPES_PER_SECOND),
    send('events', REPORTS_PER_SECOND),
  ]);
  return { logs, reports };
}

function countLogs({ acknowledged }) {
  return acknowledged * LOGS_PER_ENVELOPE;
}

/** Resolves with the milliseconds until a reader of the database finds all that was acknowledged. */
async function untilVisible(dataDir, loads) {
  const sum = (count) => loads.reduce((total, each) => total + count(each), 0);
  const logs = sum((each) => countLogs(each.logs));
  const events = sum((each) => each.reports.acknowledged);
  const startMs = performance.now();
  await until(`${logs} logs and ${events} events`, async () => {
    return (await readLogs(dataDir)) === logs && (await readEvents(dataDir)) === events;
  });
  return performance.now() - startMs;
}

async function readLogs(dataDir) {
  let count = 0;
  for (const file of await listDayFiles(dataDir)) {
    const sum = 'SELECT coalesce(sum(logs), 0) AS logs FROM log_blocks';
    const [{ logs }] = await withSqlite(file, (query) => query(sum));
    count += logs;
  }
  return count;
}

async function readEvents(dataDir) {
  const count = 'SELECT count(*) AS events FROM events';
  const [{ events }] = await withDatabase({ dataDir }, (query) => query(count));
  return events;
}
