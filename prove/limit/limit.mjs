import { setTimeout as pause } from 'node:timers/promises';
import { signInOwner } from '../../bench/fixtures/sign-in-owner.mjs';
import { loadReports } from '../../bench/processes/load.mjs';
import { readResidentBytes } from '../../bench/processes/resident-memory.mjs';
import { inTemporaryFolder } from '../../bench/processes/temporary-folder.mjs';
import { fillDemo } from '../../scripts/support/demo.mjs';
import { readStoredOutcomes } from '../kill/stored-events.mjs';
import { ContainedErrata } from './contained-errata.mjs';

const LIMIT = { bytes: 512 * 1024 * 1024, cores: 1 };
const REPORTS_PER_SECOND = 200;
/** The rest is the time that the last ones take. */
const LEAST_SHARE = 0.99;
const PAGES = 100;
/** A person that goes through the list without a rest. */
const PAGE_EVERY_MS = 500;
const SETTLE_MS = 10_000;
const DRAIN_MS = 300_000;
/** The end of what it has printed is shown where the proof ends early. */
const PRINTED_CHARACTERS = 4000;

/**
 * All in one under the limit of a small container: it takes the demo, then 200 reports a second of 25 kB, while somebody reads
 * pages. Nothing is killed or started again, the health checks pass, each report is acknowledged, and as many are recorded.
 *
 * @param {{ minutes: number, seed: number }} options
 */
export function proveLimit({ minutes, seed }) {
  return inTemporaryFolder(async (folder) => {
    const errata = await ContainedErrata.start(folder, LIMIT);
    const faults = [];
    let row;
    try {
      const { pids } = errata;
      await pause(SETTLE_MS);
      const idleBytes = await readResidentBytes(pids.map((pid) => ({ pid })));
      const cookie = await signInOwner(errata.dataDir);
      await fillDemo({ DATA_DIR: errata.dataDir, RELAY_URL: errata.relayUrl });
      const read = () => readPage(`${errata.url}/issues`, cookie);
      const idleMs = await readAgainAndAgain(read, PAGES);
      const load = { seed, seconds: minutes * 60, perSecond: REPORTS_PER_SECOND };
      const [{ acknowledged, p99Ms }, loadedMs] = await Promise.all([
        loadReports(errata.relayUrl, load),
        readAgainAndAgain(read, (minutes * 60_000) / PAGE_EVERY_MS),
      ]);
      const recorded = await untilRecorded(errata.dataDir, acknowledged);
      if (recorded !== acknowledged) faults.push(`recorded ${recorded} of ${acknowledged}`);
      if (acknowledged < LEAST_SHARE * load.seconds * load.perSecond) {
        faults.push(`acknowledged only ${acknowledged} in ${load.seconds} s`);
      }
      if (errata.unhealthy > 0) faults.push(`unhealthy: ${errata.unhealthy} checks`);
      if (errata.kills > 0) faults.push(`killed for memory: ${errata.kills}`);
      if (String(errata.pids) !== String(pids))
        faults.push(`started again: ${pids}, ${errata.pids}`);
      row = {
        form: 'limit, 512 MB and a core',
        minutes,
        acknowledged,
        recorded,
        'answer p99, ms': Math.round(p99Ms),
        'list p95, ms, idle': toP95(idleMs),
        'and under load': toP95(loadedMs),
        'resident idle, MB': toMegabytes(idleBytes),
        'loaded, MB': toMegabytes(await readResidentBytes(errata.pids.map((pid) => ({ pid })))),
        'most in the group, MB': toMegabytes(errata.peakBytes),
      };
    } catch (error) {
      console.error(errata.printed.slice(-PRINTED_CHARACTERS));
      throw error;
    } finally {
      const code = await errata.stop();
      if (code !== 0)
        faults.push(`ended with ${code}: ${errata.printed.slice(-PRINTED_CHARACTERS)}`);
    }
    return { rows: [row], faults };
  });
}

/** Resolves with how long each answer took, in ms. */
async function readAgainAndAgain(read, times) {
  const tookMs = [];
  while (tookMs.length < times) {
    // One after the other: a single person.
    const took = await read();
    tookMs.push(took);
    await pause(Math.max(0, PAGE_EVERY_MS - took));
  }
  return tookMs;
}

function toP95(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return Math.round(sorted[Math.floor(sorted.length * 0.95)]);
}

async function readPage(url, cookie) {
  const startMs = performance.now();
  const answer = await fetch(url, { headers: { accept: 'text/html', cookie } });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`${url} answered ${answer.status}.`);
  return performance.now() - startMs;
}

/** How many of the reports are recorded, whole or as a stub, once all are or no more come. */
async function untilRecorded(dataDir, acknowledged) {
  const endMs = performance.now() + DRAIN_MS;
  for (;;) {
    const outcomes = await readStoredOutcomes({ dataDir });
    const recorded = outcomes
      .filter(({ kind, outcome }) => kind === 'error' && ['stored', 'counted'].includes(outcome))
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (recorded >= acknowledged || performance.now() > endMs) return recorded;
    await pause(1000);
  }
}

function toMegabytes(bytes) {
  return Math.round(bytes / 1e6);
}
