import { mkdir } from 'node:fs/promises';
import { LOGS_PER_ENVELOPE, makeLogEnvelopes, RARE_WORDS } from './fixtures/log-envelopes.mjs';
import { PROJECT } from './processes/environment.mjs';
import { importBuilt, startRelay } from './processes/errata.mjs';
const LOGS = Number(process.argv[2]);
const dataDir = '/tmp/tmp-logs';
await mkdir(dataDir, { recursive: true });
await (await startRelay(dataDir, {})).end();
const { createStores, openDatabase } = await importBuilt('libs/product/index.js');
const database = openDatabase({ dataDir });
const { reports } = createStores(database);
const { processReport } = await importBuilt('apps/monitoring-relay/src/processing/process-report.js');
const { toProcessedReport, toReportInWork } = await importBuilt('apps/monitoring-relay/src/processing/report-in-work.js');
const receivedAtMs = Date.now();
let made = []; let reportId = 0; let ms = 0, rec = 0;
for (const body of makeLogEnvelopes({ count: LOGS / LOGS_PER_ENVELOPE, atMs: receivedAtMs, everyMs: 33 })) {
  const b = performance.now();
  reportId += 1;
  const report = { id: reportId, origin: 'bench', projectId: PROJECT.id, publicKey: PROJECT.publicKey, receivedAtMs, body, contents: { kept: { log_item: LOGS_PER_ENVELOPE }, filtered: {} } };
  made.push(toProcessedReport(toReportInWork(report, await processReport(report))));
  if (made.length === 10) { const r = performance.now(); await reports.record(made); rec += performance.now() - r; made = []; }
  ms += performance.now() - b;
  if (reportId % 10000 === 0) console.log(reportId, Math.round(reportId * 100 / ms * 1000), 'rec share', (rec / ms).toFixed(2));
}
await database.close();
