import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

/** Those that the current file has used. */
const storages = new Set();

for (const name of ['run', 'enterWith']) {
  const method = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function use(...args) {
    storages.add(this);
    return method.apply(this, args);
  };
}

/**
 * Node's, with a way out of the realm of a file of specs: Jest reads the four megabytes of Playwright anew for every
 * file that opens a browser, once for the names in it and twice to run it, which took longer than Chromium to start.
 */
export default class SpecEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // Not imported, since no names are asked for.
    this.global.loadPlaywright = () => require('playwright-core');
  }

  /** What a file has kept for each promise of its own would be looked for at those of all later files as well. */
  async teardown() {
    for (const storage of storages) storage.disable();
    storages.clear();
    await super.teardown();
  }
}
