import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * These specs mostly wait for processes that they start. Specs of the first pattern take longest.
 */
const WAITING = [/^(?:test|prove)\/.*\.e2e\.spec\.ts$/, /^apps\/monitoring-relay\/test\//];
/** These specs keep a core busy with an app and usually a browser. */
const WORKING = [/^apps\/renderer\/test\/.*\.e2e\.spec\.ts$/];

const { sort: orderByTime } = Sequencer.prototype;

/**
 * Runs the slowest specs first, because a slow spec at the end would run alone. Waiting and working
 * specs alternate, so that the cores are busy and few specs compete. All other specs follow. Within
 * a pattern Jest's order stays: by the time of the last run, or by size.
 */
export default class DearestFirst extends Sequencer {
  sort(tests) {
    const ordered = orderByTime.call(this, tests);
    const [waiting, working] = [WAITING, WORKING].map((patterns) =>
      patterns.flatMap((pattern) => ordered.filter(isNamedBy(pattern))),
    );
    return [...new Set([...inTurns(waiting, working), ...ordered])];
  }
}

function inTurns(one, other) {
  return [...place(one), ...place(other)]
    .toSorted((first, second) => first.at - second.at)
    .map(({ test }) => test);
}

function place(tests) {
  return tests.map((test, index) => ({ test, at: (index + 0.5) / tests.length }));
}

function isNamedBy(pattern) {
  return ({ path, context }) =>
    pattern.test(relative(context.config.rootDir, path).replaceAll('\\', '/'));
}
