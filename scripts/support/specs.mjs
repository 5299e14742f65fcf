import { readFileSync, rmSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeOnOwnLine } from './output.mjs';
import { root } from './root.mjs';
import { endTogether } from './signals.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

const SLOWEST = 20;

/**
 * Memory for four workers (`ROOMY_BYTES`) and for three (`ENOUGH_BYTES`): several times what they
 * need for their browsers, services, PostgreSQL and files in memory.
 */
const ROOMY_BYTES = 10 * 1024 ** 3;
const ENOUGH_BYTES = 8 * 1024 ** 3;

/**
 * Returns the number of Jest's workers. The reference machine has two cores and gets two workers
 * for each, because a worker waits for at least a third of its time. A machine with little memory
 * gets fewer workers.
 */
function countWorkers() {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  if (bytes >= ROOMY_BYTES) return 4;
  return bytes >= ENOUGH_BYTES ? 3 : 2;
}

/**
 * Runs the specs with Jest's own output and counts them from its report. A spec file that cannot be
 * read or run counts as one failure.
 *
 * @param {readonly string[]} args further arguments for Jest
 * @param {NodeJS.ProcessEnv} env further environment for the specs
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runSpecs(args, env) {
  const report = join(tmpdir(), `errata-specs-${process.pid}.json`);
  const child = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      jest,
      `--maxWorkers=${countWorkers()}`,
      '--json',
      `--outputFile=${report}`,
      ...args,
    ],
    {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', args.length > 0 ? 'inherit' : 'ignore', 'inherit'],
    },
  );
  endTogether(child);
  const [code] = await once(child, 'close');
  const results = readResults(report);
  rmSync(report, { force: true });
  if (args.length === 0 && results) writeOnOwnLine(describeSlowest(results));
  const totals = toTotals(results);
  return code === 0 || totals.failed > 0 ? totals : { ...totals, failed: 1 };
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function toTotals(results) {
  if (!results) return { passed: 0, failed: 1 };
  return {
    passed: results.numPassedTests,
    failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
  };
}

function describeSlowest({ testResults }) {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}\n`);
  return `The ${SLOWEST} slowest files of specs:\n${files.join('')}`;
}
