import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/** Most of these wait for processes of their own. The first take longest, whatever their size. */
const WAITING = [/^(?:test|prove)\/.*\.e2e\.spec\.ts$/, /^apps\/monitoring-relay\/test\//];
/** These keep a core: an app, and most of them a browser. */
const WORKING = [/^apps\/renderer\/test\/.*\.e2e\.spec\.ts$/];

const { sort: orderByTime } = Sequencer.prototype;

/**
 * First what takes longest: begun last, one would be waited for while nothing else is left to do. Of that those that wait
 * and those that work in turns, so that the cores have something to do and each waits for few others; then all others.
 * Within each of the patterns as Jest has it: by how long they took here, or by how large they are.
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

/** As many of the one as of the other at any place, in proportion. */
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
