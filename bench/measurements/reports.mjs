import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { SqliteDatabase } from '#sqlite';
import { startBareReports } from '../processes/bare.mjs';
import { SERVER_CORE } from '../processes/cores.mjs';
import { startRelay, startRenderer } from '../processes/errata.mjs';
import { findFreePorts } from '../processes/free-ports.mjs';
import { loadReports } from '../processes/load.mjs';
import { findUsage } from '../processes/process-usage.mjs';
import { readRelayHealth } from '../processes/relay-health.mjs';
import { inTemporaryFolder } from '../processes/temporary-folder.mjs';
import { watchEvents } from '../processes/watch-events.mjs';
import { inTurns } from './runs.mjs';

const RUNS = 3;
const WARM_UP = { reports: 2000, seed: 1 };
const SECONDS = 4;
/** So many until V8 has compiled most of what it will: a relay runs for weeks. */
const DRAIN_WARM_UP = { reports: 6000, seed: 1 };
const DRAINED_REPORTS = 12_000;
const ASK_EVERY_MS = 50;
/** Longer than the relay keeps a second thread that has nothing to do: what a burst begins with is new. */
const REST_MS = 6000;

/**
 * Reports of 25 kB, each run with a server and a file of its own. Acknowledged: relay and bare
 * counterpart on one core, the sender on the other; the relay processes meanwhile what it took.
 * Processed: the relay on both cores, from the first report sent until none waits. Visible: in the database, to
 * whoever reads it.
 */
export async function measureReports() {
  const usages = [];
  const { bare, ours, processed, answers, visible, passed } = await inTurns(RUNS, {
    ours: () => inRelay({ core: SERVER_CORE }, takeAcknowledged),
    bare: () => inBare(takeAcknowledged),
    processed: () => inRelay({}, (...relay) => takeProcessed(...relay, usages)),
    answers: () => inRelay({}, takeAnswerP99),
    visible: () => inRelay({}, takeVisibleP99),
    passed: takePassedOn,
  });
  return [
    { figure: 'reports/acknowledged', ours, bare },
    { figure: 'reports/processed', ours: processed },
    { figure: 'reports/answer-p99', ours: answers },
    { figure: 'reports/visible-p99', ours: visible },
    ...toUsageRows(usages),
    { figure: 'reports/through-renderer', ours: passed, bare },
  ];
}

/** None where a system does not tell. */
function toUsageRows(usages) {
  if (usages.length === 0) return [];
  return [
    { figure: 'reports/cpu', ours: usages.map(({ cpuSeconds }) => cpuSeconds) },
    { figure: 'reports/peak-memory', ours: usages.map(({ peakBytes }) => peakBytes) },
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

async function takeProcessed({ url, pid }, dataDir, usages) {
  await loadReports(url, DRAIN_WARM_UP);
  await untilDrained(url);
  await pause(REST_MS);
  const before = findUsage(pid);
  const { startedAtMs } = await loadReports(url, { reports: DRAINED_REPORTS, seed: 2 });
  await untilDrained(url);
  const seconds = (Date.now() - startedAtMs) / 1000;
  const after = findUsage(pid);
  if (before && after) usages.push(toUsage(before, after));
  const stored = countEvents(dataDir);
  const expected = DRAIN_WARM_UP.reports + DRAINED_REPORTS;
  if (stored !== expected) throw new Error(`${stored} of ${expected} reports became events.`);
  return DRAINED_REPORTS / seconds;
}

async function takeAnswerP99({ url }) {
  await loadReports(url, WARM_UP);
  await untilDrained(url);
  const { p99Ms } = await loadReports(url, { seconds: SECONDS, perSecond: 500, seed: 2 });
  return p99Ms;
}

function toUsage(before, { cpuSeconds, peakBytes }) {
  const perReport = (cpuSeconds - before.cpuSeconds) / DRAINED_REPORTS;
  return { cpuSeconds: perReport * 10_000, peakBytes };
}

async function takeVisibleP99({ url }, dataDir) {
  await loadReports(url, WARM_UP);
  await untilDrained(url);
  const events = watchEvents(dataDir);
  const options = { seconds: SECONDS, perSecond: 200, seed: 2, isTimed: true };
  const { sentAtMs } = await loadReports(url, options);
  await untilDrained(url);
  // What is settled has been committed: one more look finds it.
  await pause(ASK_EVERY_MS);
  await events.stop();
  const tookMs = Object.entries(sentAtMs).map(([id, atMs]) => events.seenAtMs.get(id) - atMs);
  if (tookMs.some(Number.isNaN)) throw new Error('A report did not become visible.');
  tookMs.sort((one, other) => one - other);
  return tookMs[Math.ceil(tookMs.length * 0.99) - 1];
}

/** Both apps on one core, as one of them and the bare counterpart are. */
function takePassedOn() {
  return inTemporaryFolder(async (dataDir) => {
    const core = SERVER_CORE;
    const relay = await startRelay(dataDir, { core });
    const [port] = await findFreePorts(1);
    const renderer = await startRenderer(dataDir, { core, port, relayUrl: relay.url });
    const value = await takeAcknowledged(renderer);
    await Promise.all([relay, renderer].map((server) => server.stop()));
    return value;
  });
}

async function untilDrained(url) {
  for (;;) {
    // Each answer decides whether there is another question.
    if ((await readRelayHealth(url)).queue.depth === 0) return;
    await pause(ASK_EVERY_MS);
  }
}

/** @returns {number} */
function countEvents(dataDir) {
  const db = new SqliteDatabase(join(dataDir, 'errata.sqlite'), { readOnly: true });
  try {
    return Number(db.prepare('SELECT count(*) FROM events').pluck().get());
  } finally {
    db.close();
  }
}
