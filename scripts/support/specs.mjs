import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, totalmem } from 'node:os';
import { join, relative } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { seldom } from './seldom.mjs';
import { readGreenRecord } from './left-out.mjs';
import { writeOnOwnLine } from './output.mjs';
import { root } from './root.mjs';
import { chooseAgain, describePassedAlone, hasFailed, mergeLooks } from './second-look.mjs';
import { endTogether } from './signals.mjs';

const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');

const SLOWEST = 20;
const SECOND_LOOK_MS = 600_000;

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
 * read or run counts as one failure. Without `named`, leaves out the rows of `seldom.mjs` that passed
 * here with the same files, unless `all` is set, and runs failed files once more, alone.
 *
 * @param {{ named?: readonly string[], all?: boolean }} wanted `named`: further arguments for Jest
 * @param {() => Promise<unknown>} build what has to be built before the specs run
 * @param {NodeJS.ProcessEnv} env further environment for the specs
 * @returns {Promise<{ passed: number, failed: number, passedAlone?: string }>} `passedAlone`: a
 *   text about files that passed only when they ran once more
 */
export async function runSpecs({ named = [], all = false }, build, env) {
  const isWhole = named.length === 0;
  // The files are read before the build, so that a later edit counts as a change.
  const green = isWhole ? readGreenRecord(seldom, { tools: env }) : undefined;
  await build();
  const leftOut = all ? [] : (green?.unchanged ?? []);
  if (leftOut.length > 0) writeOnOwnLine(describeLeftOut(leftOut));
  const first = await runJest(named, {
    ...env,
    ERRATA_SPECS_LEFT_OUT: leftOut.flatMap(({ specs }) => specs).join('\n'),
  });
  if (!isWhole || !first.results) return toTotals(first);
  writeOnOwnLine(describeSlowest(first.results));
  writeOnOwnLine(`Workers that Jest started anew: ${first.restarts}.\n`);
  // A file that passes only alone is no green record.
  green.keep(listEndings(first.results));
  const last = await lookAgain(first, env);
  return { ...toTotals(last), passedAlone: describePassedAlone(last.passedAlone) };
}

async function lookAgain(first, env) {
  const { files, reason } = chooseAgain(first);
  if (reason) writeOnOwnLine(`No second look: ${reason}.\n`);
  if (files.length === 0) return { ...first, passedAlone: [] };
  writeOnOwnLine(`Once more, alone: ${files.map((name) => relative(root, name)).join(', ')}\n`);
  const options = { workers: 1, limitMs: SECOND_LOOK_MS };
  const second = await runJest(['--runTestsByPath', ...files], env, options);
  if (!second.results) writeOnOwnLine('The time of the second look was up.\n');
  return mergeLooks(first, second);
}

/** Returns no results when the run took longer than `limitMs`. */
async function runJest(named, env, { workers = countWorkers(), limitMs } = {}) {
  const report = join(tmpdir(), `errata-specs-${process.pid}.json`);
  // Each worker adds a line with its process id (`test/environment.mjs`).
  const started = `${report}.workers`;
  writeFileSync(started, '');
  const child = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      '--disable-warning=ExperimentalWarning',
      jest,
      `--maxWorkers=${workers}`,
      '--json',
      `--outputFile=${report}`,
      ...named,
    ],
    {
      cwd: root,
      env: { ...process.env, ...env, ERRATA_SPECS_WORKERS: started },
      stdio: ['ignore', named.length > 0 ? 'inherit' : 'ignore', 'inherit'],
    },
  );
  endTogether(child);
  const limit = limitMs && setTimeout(() => child.kill(), limitMs);
  const [code] = await once(child, 'close');
  clearTimeout(limit);
  const results = child.killed ? undefined : readResults(report);
  const restarts = Math.max(0, readFileSync(started, 'utf8').split('\n').length - 1 - workers);
  for (const path of [report, started]) rmSync(path, { force: true });
  return { code, results, restarts };
}

function describeLeftOut(rows) {
  const names = rows.map(({ name }) => name).join(', ');
  return `Left out, since nothing that they cover has changed: ${names}. npm test -- --all runs them.\n`;
}

function listEndings({ testResults }) {
  const ended = testResults.map(({ name, status }) => [relative(root, name), status === 'passed']);
  return new Map(ended);
}

function readResults(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function toTotals({ code, results }) {
  if (!results) return { passed: 0, failed: 1 };
  const tests = results.testResults.flatMap((file) => file.assertionResults);
  const passed = tests.filter(({ status }) => status === 'passed').length;
  const unread = results.testResults.filter(
    (file) => hasFailed(file) && !file.assertionResults.some(hasFailed),
  );
  const failed = tests.filter(hasFailed).length + unread.length;
  // Jest may also fail outside of all files.
  return { passed, failed: code === 0 ? failed : Math.max(failed, 1) };
}

function describeSlowest({ testResults }) {
  const files = testResults
    .map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${relative(root, name)}\n`);
  return `The ${SLOWEST} slowest files of specs:\n${files.join('')}`;
}
