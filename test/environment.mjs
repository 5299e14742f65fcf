import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';
import { keepCompiledCode } from './support/code-cache.mjs';

const require = createRequire(import.meta.url);

keepCompiledCode();

const storages = new Set();

for (const name of ['run', 'enterWith']) {
  const method = AsyncLocalStorage.prototype[name];
  AsyncLocalStorage.prototype[name] = function use(...args) {
    storages.add(this);
    return method.apply(this, args);
  };
}

/** Jest's Node environment, with Playwright and Puppeteer loaded outside the realm of each file. */
export default class SpecEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    // `import` would read the whole package for the names of its exports.
    this.global.loadPlaywright = () => require('playwright-core');
    this.global.loadPuppeteer = () => require('puppeteer-core');
  }

  /**
   * Disables the instances of `AsyncLocalStorage` that this file used. Otherwise, up to Node 22,
   * every promise of later spec files would carry their contexts along.
   */
  async teardown() {
    try {
      for (const storage of storages) storage.disable();
    } finally {
      storages.clear();
      await super.teardown();
    }
  }
}
