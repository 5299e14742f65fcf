import { relative } from 'node:path';
import { root } from './root.mjs';

/** When more files have failed, the change broke them, and none runs once more. */
const MOST_FILES = 12;

/**
 * Specs about reports that could be lost or stored twice. They are red at once, because a report
 * that is lost one time in twenty is lost.
 */
const ABOUT_LOSS =
  /\.contract\.spec\.ts$|\/(?:[\w-]+-)?(?:kill|killed|hand-over|handed-on-twice|orphaned|orphaned-spools|orphaned-spools-waiting|durability|full-disk|damaged-spool|several-relays)\.e2e\.spec\.ts$/;

/**
 * Runs the files that failed once more (ADR 216). Files about loss, and more than `MOST_FILES`, are
 * not run again.
 *
 * @param {{ code: number, results?: Results }} first
 * @param {(files: string[]) => Promise<{ code: number, results?: Results }>} run runs these files
 *   alone; without `results` when they took too long
 * @returns {Promise<{ code: number, results?: Results, passedAlone: FileResult[] }>} the results,
 *   with those of the second look in their place, and the first results of files that passed then
 *
 * @typedef {{ testResults: FileResult[] }} Results
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} FileResult
 */
export async function lookAgain(first, run) {
  const failed = first.results?.testResults.filter(hasFailed) ?? [];
  const names = failed.map(({ name }) => name);
  const unchanged = { ...first, passedAlone: [] };
  if (failed.length === 0 || failed.length > MOST_FILES) return unchanged;
  if (names.some((name) => ABOUT_LOSS.test(name))) return unchanged;
  const { code, results } = await run(names);
  if (!results) return unchanged;
  const again = new Map(results.testResults.map((result) => [result.name, result]));
  return {
    code,
    results: {
      testResults: first.results.testResults.map((result) => again.get(result.name) ?? result),
    },
    passedAlone: failed.filter(({ name }) => again.get(name)?.status === 'passed'),
  };
}

/**
 * Names the files that passed only alone, and the titles that had failed.
 *
 * @param {FileResult[]} files
 */
export function describePassedAlone(files) {
  if (files.length === 0) return undefined;
  const titles = files.flatMap(({ assertionResults }) =>
    assertionResults.filter(hasFailed).map(({ fullName }) => `  ${fullName}\n`),
  );
  return `Passed only alone: ${listPaths(files.map(({ name }) => name))}\n${titles.join('')}`;
}

/** @param {{ status: string }} ended */
export function hasFailed({ status }) {
  return status === 'failed';
}

/** @param {string[]} names */
export function listPaths(names) {
  return names.map((name) => relative(root, name)).join(', ');
}
