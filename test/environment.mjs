import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const require = createRequire(import.meta.url);

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
}
