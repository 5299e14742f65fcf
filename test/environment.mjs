import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';
import { keepCompiledCode } from './support/code-cache.mjs';

const require = createRequire(import.meta.url);

keepCompiledCode();

/** Those that were used since the last file ended. */
const storages = new Set();

for (const name of ['run', 'enterWith']) {
  const method = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function use(...args) {
    storages.add(this);
    return method.apply(this, args);
  };
}

/** Node's, of whose files each has a realm of its own, and what is not under test from outside of it (ADR 66). */
export default class SpecEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // `import` would read all of it for the names that it exports.
    this.global.loadPlaywright = () => require('playwright-core');
    this.global.loadPuppeteer = () => require('puppeteer-core');
  }

  /** Up to Node 22 each promise of all later files would be propagated through those of this one. */
  async teardown() {
    try {
      for (const storage of storages) storage.disable();
    } finally {
      storages.clear();
      await super.teardown();
    }
  }
}
