import { statSync } from 'node:fs';
import { join } from 'node:path';
import { createStores, openDatabase } from '#product';
import { createGroupingRules, Hiding, hideSecrets, readPayload } from '#events';
import { SqliteDatabase } from '#sqlite';
import { EnvelopeTemplate } from '../fixtures/envelope.mjs';
import { importBuilt } from '../processes/built.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';
import { median } from '../report/median.mjs';

/**
 * What one event of 25 kB costs: the CPU time of processing, of hiding within that, of processing with 50 grouping rules, of recording, and of reading it for its
 * page; and the bytes that it takes in SQLite. `node bench/programs/event-costs.mjs [events]`, after a build. CPU time
 * of this process alone, in rounds in turn: what else runs on the machine changes little.
 */
const EVENTS = Number(process.argv[2] ?? 20_000);
const GROUPS = 200;
const BATCH = 50;
const ROUND = 500;
const READ = 200;

const { processReport } = await importBuilt(
  'apps/monitoring-relay/src/processing/process-report.js',
);

const SECRET = 'a secret of thirty-two characters';
const templates = Array.from(
  { length: GROUPS },
  (_, group) => new EnvelopeTemplate({ group, publicKey: 'a'.repeat(32) }),
);
const hiding = new Hiding();
const grouping = createGroupingRules(
  Array.from({ length: 50 }, (_, index) =>
    index % 2 === 0
      ? `path:**/module${index}/** !function:test* -> -app`
      : `type:Type${index} message:"text ${index}" -> fingerprint="rule ${index}"`,
  ),
);

await inTemporaryFolder(async (folder) => {
  const database = openDatabase({ dataDir: folder, secret: SECRET });
  await database.migrate(['platform', 'product']);
  const stores = createStores(database, { secret: SECRET });
  await stores.projects.ensure([{ slug: 'app', id: 1 }]);
  const costs = { processing: [], hiding: [], ruled: [], recording: [] };
  for (let from = 0; from < EVENTS; from += ROUND) await runRound({ from, stores, costs });
  const { processing, hiding: hidden, ruled, recording } = mapValues(costs, median);
  console.log(`events ${EVENTS}, in rounds of ${ROUND}; medians of CPU time an event`);
  console.log(`processing ${toMicro(processing)}, of that hiding ${toMicro(hidden)}`);
  console.log(`processing with 50 grouping rules ${toMicro(ruled)}`);
  console.log(`recording ${toMicro(recording)}`);
  console.log(
    `hiding ${toShare(hidden / (processing + recording))} of both, ${toShare(hidden / processing)} of processing`,
  );
  console.log(`reading for the page ${toMicro(await measureReading(stores))}`);
  await database.close();
  listBytes(join(folder, 'errata.sqlite'));
});

/** @param {{ from: number, stores: import('#product').Stores, costs: Record<string, number[]> }} round */
async function runRound({ from, stores, costs }) {
  const reports = Array.from({ length: ROUND }, (_, index) => toReport(from + index));
  const events = reports.map(({ body }) => body.toString('utf8').split('\n')[2] ?? '');
  // Beside each other, as processing has an event parsed just before.
  const parsing = await timed(() => {
    for (const json of events) JSON.parse(json);
  });
  const both = await timed(() => {
    for (const json of events) hideSecrets(JSON.parse(json), hiding, { json });
  });
  costs.hiding.push(both - parsing);
  const processed = [];
  costs.processing.push(
    await timed(async () => {
      for (const report of reports) {
        processed.push({ report, ...(await processReport(report, { hiding })) });
      }
    }),
  );
  costs.ruled.push(
    await timed(async () => {
      for (const report of reports) await processReport(report, { hiding, grouping });
    }),
  );
  costs.recording.push(
    await timed(async () => {
      for (let at = 0; at < processed.length; at += BATCH) {
        await stores.reports.record(processed.slice(at, at + BATCH).map(toProcessed));
      }
    }),
  );
}

function toReport(number) {
  const eventId = number.toString(16).padStart(32, '0');
  return {
    projectId: 1,
    publicKey: 'a'.repeat(32),
    receivedAtMs: Date.now(),
    contents: { kept: { error: 1 }, filtered: {} },
    origin: '0'.repeat(16),
    id: number + 1,
    eventId,
    body: templates[number % GROUPS].with(eventId),
  };
}

/** As the relay hands it to the store. */
function toProcessed({ report, ...made }) {
  const { origin, id: reportId, publicKey } = report;
  return { origin, reportId, publicKey, outcomes: [], ...made };
}

async function measureReading(stores) {
  const issues = await stores.issues.list({ limit: 100 });
  const costs = [];
  for (let index = 0; index < READ; index += 1) {
    const { id } = issues[index % issues.length];
    costs.push(
      await timed(async () => {
        const { payload } = await stores.events.find(id);
        readPayload(payload.json);
      }, 1),
    );
  }
  return median(costs);
}

function listBytes(file) {
  const db = new SqliteDatabase(file);
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const bytes = statSync(file).size;
  console.log(`file ${bytes} bytes, ${Math.round(bytes / EVENTS)} an event`);
  const rows = db
    .prepare('SELECT name, sum(pgsize) AS bytes FROM dbstat GROUP BY name ORDER BY 2 DESC LIMIT 14')
    .all();
  for (const { name, bytes: each } of rows) console.log(`  ${name} ${Math.round(each / EVENTS)}`);
  db.close();
}

/** Resolves with the microseconds of CPU time that each of so many takes. */
async function timed(work, times = ROUND) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

function toMicro(value) {
  return `${value.toFixed(0)} µs`;
}

function toShare(value) {
  return `${(100 * value).toFixed(1)} %`;
}
