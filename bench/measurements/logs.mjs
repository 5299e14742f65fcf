import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { LOGS_PER_ENVELOPE, makeLogEnvelopes, RARE_WORDS } from '../fixtures/log-envelopes.mjs';
import { PROJECT } from '../processes/environment.mjs';
import { startRelay } from '../processes/errata.mjs';
import { importBuilt } from '../../scripts/support/import-built.mjs';
import { withStores } from '../../scripts/support/with-stores.mjs';
import { toPercentile } from '../processes/page-times.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { measureArrivingLogs } from './arriving-logs.mjs';

const LOGS = 10_000_000;
/** 3,000 logs a second. */
const ENVELOPE_EVERY_MS = 33;
const MILLION = 1_000_000;
/** Reports that one transaction records. The relay takes as many at once while many wait. */
const BATCH = 10;
const SEARCHES = 100;
const WORDS = [...RARE_WORDS, 'cart', 'rejected', 'level:error', 'level:error payment'];

/** Measures logs that arrive over the network, and then ten million that are recorded at once. */
export async function measureLogs() {
  return [...(await measureArrivingLogs()), ...(await measureRecording())];
}

/**
 * Measures how fast logs of 300 bytes are processed and recorded on SQLite by one thread, what they
 * take on the disk, and how long a search for words takes.
 */
function measureRecording() {
  return inTemporaryFolder(async (dataDir) => {
    // The relay makes the tables and the project.
    await (await startRelay(dataDir, {})).end();
    return withStores({ dataDir }, async ({ reports, logs }) => {
      const seconds = await recordAll(reports);
      const bytes = await sizeOf(join(dataDir, 'logs'));
      return [
        { figure: 'logs/processed', ours: [LOGS / seconds] },
        { figure: 'logs/space', ours: [(bytes / LOGS) * MILLION] },
        { figure: 'logs/search', ours: [toPercentile(await timeSearches(logs), 0.95)] },
      ];
    });
  });
}

async function timeSearches(logs) {
  const { parseSearch } = await importBuilt('libs/shared/src/index.js');
  const projects = new Map([[PROJECT.id, 'web']]);
  const times = [];
  for (let index = 0; index < SEARCHES; index += 1) {
    const word = WORDS[(index * 7) % WORDS.length];
    const { value: search } = parseSearch(word);
    const beginMs = performance.now();
    const found = await logs.search({ projects, search, nowMs: Date.now() });
    times.push(performance.now() - beginMs);
    if (found.logs.length === 0) throw new Error(`${word} is not found.`);
  }
  return times;
}

async function recordAll(reports) {
  const { processReport } = await importBuilt(
    'apps/monitoring-relay/src/processing/process-report.js',
  );
  const { toProcessedReport, toReportInWork } = await importBuilt(
    'apps/monitoring-relay/src/processing/report-in-work.js',
  );
  const { ItemTypes } = await importBuilt('apps/monitoring-relay/src/outcomes/item-types.js');
  const { declaredItems } = await importBuilt('apps/monitoring-relay/src/product-items.js');
  const types = new ItemTypes(declaredItems);
  const receivedAtMs = Date.now();
  const bodies = makeLogEnvelopes({
    count: LOGS / LOGS_PER_ENVELOPE,
    atMs: receivedAtMs,
    everyMs: ENVELOPE_EVERY_MS,
  });
  let made = [];
  let reportId = 0;
  let seconds = 0;
  for (const body of bodies) {
    const beginMs = performance.now();
    reportId += 1;
    const report = {
      id: reportId,
      origin: 'bench',
      projectId: PROJECT.id,
      publicKey: PROJECT.publicKey,
      receivedAtMs,
      body,
      contents: { kept: { log_item: LOGS_PER_ENVELOPE }, filtered: {} },
    };
    made.push(toProcessedReport(toReportInWork(report, await processReport(report, { types }))));
    if (made.length === BATCH) {
      await reports.record(made);
      made = [];
    }
    seconds += (performance.now() - beginMs) / 1000;
  }
  if (made.length > 0) await reports.record(made);
  return seconds;
}

async function sizeOf(folder) {
  const sizes = (await readdir(folder)).map((name) => stat(join(folder, name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}
