import { relative } from 'node:path';
import { root } from './root.mjs';

/** When more files have failed, the change broke them, and none runs once more. */
const MOST_FILES = 12;

/**
 * Specs about reports that could be lost or stored twice. They are red at once, because a report
 * that is lost one time in twenty is lost.
 */
const ABOUT_LOSS = [
  /\.contract\.spec\.ts$/,
  /^prove\//,
  /^libs\/persistence\//,
  /^apps\/monitoring-relay\/src\/(?:spool|processing|forwarding)\//,
  /^apps\/monitoring-relay\/test\/(?:backup|damaged-spool|database-away|deletion|durability|failed-reports|full-disk|hand-over|outcomes-killed|processing-thread|spilled-bodies|unconsumed)\.e2e/,
  /^apps\/monitoring-relay\/test\/(?:forward|orphaned)[\w-]*\.e2e/,
  /^test\/(?:kill|handed-on-twice)\.e2e/,
];

/**
 * Chooses the files to run once more after a run (ADR 216).
 *
 * @param {Ended} first
 * @returns {{ files: string[], reason?: string }} `reason`: why files that failed are not among them
 *
 * @typedef {{ name: string, status: string, assertionResults: { status: string, fullName: string }[] }} FileResult
 * @typedef {{ code: number | null, results?: { testResults: FileResult[] } }} Ended Jest's exit code
 *   and report
 */
export function chooseAgain({ code, results }) {
  const files = results?.testResults.filter(hasFailed).map(({ name }) => name) ?? [];
  if (files.length === 0) return { files };
  const lost = files.filter((name) => ABOUT_LOSS.some((each) => each.test(toPath(name))));
  if (lost.length > 0) return { files: [], reason: `${lost.map(toPath).join(', ')}: about loss` };
  if (files.length > MOST_FILES) return { files: [], reason: `${files.length} files failed` };
  // Jest ends with 1 when tests failed. Any other end is a fault of its own.
  return code === 1 ? { files } : { files: [], reason: `Jest ended with ${code}` };
}

/**
 * Puts the results of the second look in the place of the first.
 *
 * @param {Ended} first
 * @param {Ended} second no `results` when its time was up; then the first ones stand
 * @returns {Ended & { passedAlone: FileResult[] }} `passedAlone`: the first results of files that
 *   passed now
 */
export function mergeLooks(first, second) {
  if (!second.results) return { ...first, passedAlone: [] };
  const again = new Map(second.results.testResults.map((result) => [result.name, result]));
  const { testResults } = first.results;
  return {
    code: second.code,
    results: { testResults: testResults.map((result) => again.get(result.name) ?? result) },
    passedAlone: testResults.filter(({ name }) => again.has(name) && !hasFailed(again.get(name))),
  };
}

/**
 * Names each file that passed only alone, with its tests that had failed.
 *
 * @param {FileResult[]} files
 */
export function describePassedAlone(files) {
  return files
    .map(({ name, assertionResults }) => {
      const titles = assertionResults.filter(hasFailed).map(({ fullName }) => `  ${fullName}\n`);
      return `Passed only alone: ${toPath(name)}\n${titles.join('')}`;
    })
    .join('');
}

/** @param {{ status: string }} ended */
export function hasFailed({ status }) {
  return status === 'failed';
}

function toPath(name) {
  return relative(root, name).replaceAll('\\', '/');
}
