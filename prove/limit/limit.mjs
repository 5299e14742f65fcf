import { setTimeout as pause } from 'node:timers/promises';
import { signInOwner } from '../../bench/fixtures/owner.mjs';
import { loadReports } from '../../bench/processes/load.mjs';
import { timePages, toPercentile } from '../../bench/processes/page-times.mjs';
import { readResidentBytes } from '../../bench/processes/resident-memory.mjs';
import { withDatabase } from '../../bench/processes/database.mjs';
import { readOutcomes } from '../../bench/receipts/stored-events.mjs';
import { fillDemo } from '../../scripts/support/demo.mjs';
import { startContained } from './contained-errata.mjs';

export const LIMIT = { bytes: 512 * 1024 * 1024, cores: 1 };
const REPORTS_PER_SECOND = 200;
/**
 * At least this share of the intended reports has to be acknowledged. The last reports may be
 * missing, because their answers take time.
 */
const MIN_ACKNOWLEDGED_SHARE = 0.99;
const PAGES = 100;
/** Time between two requests of a person who pages through the list without a rest. */
const PAGE_EVERY_MS = 500;
const SETTLE_MS = 10_000;
const DRAIN_MS = 300_000;
/** Characters at the end of Errata's output that are shown when Errata does not exit with 0. */
const PRINTED_CHARACTERS = 4000;

/**
 * Runs both services under the limit of a small container: they take the demo, then 200 reports of
 * 25 kB a second, while somebody reads pages. No process may be killed or restarted, health checks
 * have to pass, and each report has to be acknowledged and recorded.
 *
 * @param {import('../forms.mjs').PlayOptions} options `rounds`: minutes
 */
export async function proveLimit({ place, rounds: minutes, seed }) {
  const errata = await startContained(place.dataDir, LIMIT);
  const pids = errata.readPids();
  await pause(SETTLE_MS);
  const measure = async () => toMegabytes(await readResidentBytes(pids.map((pid) => ({ pid }))));
  const idleMegabytes = await measure();
  const cookie = await signInOwner(errata);
  await fillDemo({ DATA_DIR: errata.dataDir, RELAY_URL: errata.relayUrl });
  const read = (times) =>
    timePages(`${errata.url}/issues`, { cookie, times, everyMs: PAGE_EVERY_MS });
  const idleMs = await read(PAGES);
  const load = { seed, seconds: minutes * 60, perSecond: REPORTS_PER_SECOND };
  const [{ acknowledged, p99Ms }, loadedMs] = await Promise.all([
    loadReports(errata.relayUrl, load),
    read((minutes * 60_000) / PAGE_EVERY_MS),
  ]);
  const recorded = await countRecorded(errata.dataDir, acknowledged);
  const loadedMegabytes = await measure();
  const faults = {
    unrecorded: acknowledged === recorded ? [] : [`${recorded} of ${acknowledged}`],
    slow:
      acknowledged < MIN_ACKNOWLEDGED_SHARE * load.seconds * load.perSecond
        ? [`only ${acknowledged}`]
        : [],
    unhealthy: Array.from({ length: errata.countUnhealthy() }, () => 'a check'),
    killed: Array.from({ length: errata.group.countKills() }, () => 'a process'),
    restarted: errata.readPids().filter((pid) => !pids.includes(pid)),
  };
  const peakMegabytes = toMegabytes(errata.group.readPeakBytes());
  const ending = await errata.end();
  const printed = errata.program.printed.slice(-PRINTED_CHARACTERS);
  return {
    acknowledged,
    recorded,
    'answer p99, ms': Math.round(p99Ms),
    'list p95, ms, idle': Math.round(toPercentile(idleMs, 0.95)),
    'and under load': Math.round(toPercentile(loadedMs, 0.95)),
    'resident idle, MB': idleMegabytes,
    'loaded, MB': loadedMegabytes,
    'most in the group, MB': peakMegabytes,
    faults: { ...faults, unclean: ending === 0 ? [] : [`ended with ${ending}: ${printed}`] },
  };
}

/**
 * Resolves with the number of recorded reports, once all are recorded or at the deadline. Reports
 * that were counted without storing their payload are included.
 */
export async function countRecorded(dataDir, acknowledged) {
  const endMs = performance.now() + DRAIN_MS;
  for (;;) {
    const outcomes = await withDatabase({ dataDir }, readOutcomes);
    const recorded = outcomes
      .filter(({ kind, outcome }) => kind === 'error' && ['stored', 'counted'].includes(outcome))
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (recorded >= acknowledged || performance.now() > endMs) return recorded;
    await pause(1000);
  }
}

const toMegabytes = (bytes) => Math.round(bytes / 1e6);
