import { relative } from 'node:path';
import Sequencer from '@jest/test-sequencer';

/**
 * Those that take longest, most of them because they wait for processes of their own: begun last, one would be waited
 * for while nothing else is left to do. Then those that start an app, or a browser.
 */
const DEAREST = [
  /^(?:test|prove)\/.*\.e2e\.spec\.ts$/,
  /^apps\/monitoring-relay\/test\//,
  /\.e2e\.spec\.ts$/,
];

const { sort: orderByTime } = Sequencer.prototype;

/** Orders files by what they are before it looks, as Jest does, at how long they took here, or at how large they are. */
export default class DearestFirst extends Sequencer {
  sort(tests) {
    return orderByTime.call(this, tests).toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ path, context }) {
  const name = relative(context.config.rootDir, path).replaceAll('\\', '/');
  const at = DEAREST.findIndex((pattern) => pattern.test(name));
  return at === -1 ? DEAREST.length : at;
}
