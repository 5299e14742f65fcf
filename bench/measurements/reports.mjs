import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '#sqlite';
import { withDatabase } from '../processes/database.mjs';
import { untilDrained } from '../receipts/settled.mjs';
import { startBareReports } from '../processes/bare.mjs';
import { SERVER_CORE } from '../processes/cores.mjs';
import { startRelay } from '../processes/errata.mjs';
import { loadReports } from '../processes/load.mjs';
import { toPercentile } from '../processes/page-times.mjs';
import { inTemporaryFolder } from '../processes/place.mjs';
import { inTurns } from './runs.mjs';

const WARM_UP = { reports: 2000, seed: 1 };
const SECONDS = 4;
/**
 * Reports sent before processing is measured. After them V8 has compiled most of the code, as in a
 * relay that runs for weeks.
 */
const DRAIN_WARM_UP = { reports: 6000, seed: 1 };
const DRAINED_REPORTS = 12_000;
/**
 * Pause before the measured reports. The relay ends its idle second thread within this time, so the
 * measurement includes starting that thread again.
 */
const REST_MS = 6000;
const LOOK_EVERY_MS = 5;

/**
 * Measures reports of 25 kB. Every run has a server and a database file of its own.
 *
 * - Acknowledged: the relay and its bare counterpart run on one core, the sender on the other.
 *   The relay processes reports meanwhile.
 * - Processed: the relay uses both cores. The time begins with the first report sent and ends
 *   when no report waits for processing.
 * - Visible: the time until a reader of the database finds the event.
 */
export async function measureReports({ rounds }) {
  const { bare, ours, processed, answers, visible } = await inTurns(rounds, {
    ours: inRelay(takeAcknowledged, { core: SERVER_CORE }),
    bare: () => inTemporaryFolder(takeBare),
    processed: inRelay(takeProcessed),
    answers: inRelay(takeAnswerP99),
    visible: inRelay(takeVisibleP99),
  });
  return [
    { figure: 'reports/acknowledged', ours, bare },
    { figure: 'reports/processed', ours: processed },
    { figure: 'reports/answer-p99', ours: answers },
    { figure: 'reports/visible-p99', ours: visible },
  ];
}

function inRelay(take, options) {
  return () =>
    inTemporaryFolder(async (dataDir) => {
      const relay = await startRelay(dataDir, options);
      const value = await take(relay.url, dataDir);
      await relay.end();
      return value;
    });
}

async function takeBare(folder) {
  const databaseFile = join(folder, 'reports.sqlite');
  const server = await startBareReports({ databaseFile, core: SERVER_CORE });
  const value = await takeAcknowledged(server.url);
  await server.end();
  return value;
}

async function takeAcknowledged(url) {
  await loadReports(url, WARM_UP);
  const { acknowledged, seconds } = await loadReports(url, { seconds: SECONDS, seed: 2 });
  return acknowledged / seconds;
}

async function takeProcessed(url, dataDir) {
  await loadReports(url, DRAIN_WARM_UP);
  await untilDrained(url);
  await pause(REST_MS);
  const { startedAtMs } = await loadReports(url, { reports: DRAINED_REPORTS, seed: 2 });
  await untilDrained(url);
  const seconds = (Date.now() - startedAtMs) / 1000;
  const count = 'SELECT count(*) AS stored FROM events';
  const [{ stored }] = await withDatabase({ dataDir }, (query) => query(count));
  const expected = DRAIN_WARM_UP.reports + DRAINED_REPORTS;
  if (stored !== expected) throw new Error(`${stored} of ${expected} reports became events.`);
  return DRAINED_REPORTS / seconds;
}

async function takeAnswerP99(url) {
  await loadReports(url, WARM_UP);
  await untilDrained(url);
  const { p99Ms } = await loadReports(url, { seconds: SECONDS, perSecond: 500, seed: 2 });
  return p99Ms;
}

async function takeVisibleP99(url, dataDir) {
  await loadReports(url, WARM_UP);
  await untilDrained(url);
  const ending = new AbortController();
  const watching = noteEvents(dataDir, ending.signal);
  const options = { seconds: SECONDS, perSecond: 200, seed: 2, isTimed: true };
  const { sentAtMs } = await loadReports(url, options);
  await untilDrained(url);
  // All processed reports are committed, so the next query of `noteEvents` finds them.
  await pause(10 * LOOK_EVERY_MS);
  ending.abort();
  const seenAtMs = await watching;
  const tookMs = Object.entries(sentAtMs).map(([id, atMs]) => seenAtMs.get(id) - atMs);
  if (tookMs.some(Number.isNaN)) throw new Error('A report did not become visible.');
  return toPercentile(tookMs, 0.99);
}

/**
 * Polls the database over its own connection until the signal aborts. Resolves with the time at
 * which each event first appeared.
 */
async function noteEvents(dataDir, signal) {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  const newer = db.prepare('SELECT id, event_id FROM events WHERE id > ? ORDER BY id').raw();
  let lastId = db.prepare('SELECT coalesce(max(id), 0) FROM events').pluck().get();
  const seenAtMs = new Map();
  while (!signal.aborted) {
    for (const [id, eventId] of newer.all(lastId)) {
      seenAtMs.set(eventId, Date.now());
      lastId = id;
    }
    await pause(LOOK_EVERY_MS);
  }
  db.close();
  return seenAtMs;
}
