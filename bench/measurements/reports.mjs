import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { startBareReports } from '../processes/bare.mjs';
import { SERVER_CORE } from '../processes/cores.mjs';
import { startRelay } from '../processes/errata.mjs';
import { loadReports } from '../processes/load.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';
import { inTurns } from './runs.mjs';

const RUNS = 3;
const WARM_UP = { reports: 2000, seed: 1 };
const SECONDS = 4;
const DRAINED_REPORTS = 6000;
const ASK_EVERY_MS = 50;

/**
 * Reports of 25 kB, each run with a server and a file of its own. Acknowledged: relay and bare
 * counterpart on one core, the sender on the other; the relay processes meanwhile what it took.
 * Processed: the relay on both cores, from the first report sent until none waits.
 */
export async function measureReports() {
  const { bare, ours, processed, answers } = await inTurns(RUNS, {
    ours: () => inRelay({ core: SERVER_CORE }, takeAcknowledged),
    bare: () => inBare(takeAcknowledged),
    processed: () => inRelay({}, takeProcessed),
    answers: () => inRelay({}, takeAnswerP99),
  });
  return [
    { figure: 'reports/acknowledged', ours, bare },
    { figure: 'reports/processed', ours: processed },
    { figure: 'reports/answer-p99', ours: answers },
  ];
}

function inRelay(options, take) {
  return inTemporaryFolder(async (dataDir) => {
    const relay = await startRelay(dataDir, options);
    const value = await take(relay, dataDir);
    await relay.stop();
    return value;
  });
}

function inBare(take) {
  return inTemporaryFolder(async (folder) => {
    const databaseFile = join(folder, 'reports.sqlite');
    const server = await startBareReports({ databaseFile, core: SERVER_CORE });
    const value = await take(server);
    await server.stop();
    return value;
  });
}

async function takeAcknowledged({ url }) {
  await loadReports(url, WARM_UP);
  const { acknowledged, seconds } = await loadReports(url, { seconds: SECONDS, seed: 2 });
  return acknowledged / seconds;
}

async function takeProcessed({ url }, dataDir) {
  await loadReports(url, WARM_UP);
  await untilDrained(url);
  const startMs = performance.now();
  await loadReports(url, { reports: DRAINED_REPORTS, seed: 2 });
  await untilDrained(url);
  const seconds = (performance.now() - startMs) / 1000;
  const stored = countEvents(dataDir);
  const expected = WARM_UP.reports + DRAINED_REPORTS;
  if (stored !== expected) throw new Error(`${stored} of ${expected} reports became events.`);
  return DRAINED_REPORTS / seconds;
}

async function takeAnswerP99({ url }) {
  await loadReports(url, WARM_UP);
  await untilDrained(url);
  const { p99Ms } = await loadReports(url, { seconds: SECONDS, perSecond: 500, seed: 2 });
  return p99Ms;
}

async function untilDrained(url) {
  for (;;) {
    // Each answer decides whether there is another question.
    const health = await (await fetch(`${url}/health/ready`)).json();
    if (health.queue.depth === 0) return;
    await pause(ASK_EVERY_MS);
  }
}

/** @returns {number} */
function countEvents(dataDir) {
  const db = new Database(join(dataDir, 'errata.sqlite'), { readonly: true });
  try {
    return Number(db.prepare('SELECT count(*) FROM events').pluck().get());
  } finally {
    db.close();
  }
}
