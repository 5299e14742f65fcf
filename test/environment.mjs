import { appendFileSync } from 'node:fs';
import { TestEnvironment } from 'jest-environment-node';
import { keepCompiledCode } from './support/code-cache.mjs';
import { loadShared } from './support/shared-modules/load.mjs';
import { formatStacksBySource } from './support/shared-modules/source-lines.mjs';

keepCompiledCode();

const { exit } = process;

const workers = process.env['ERRATA_SPECS_WORKERS'];
if (workers) appendFileSync(workers, `${process.pid}\n`);

/**
 * Classes that a realm takes from its worker. `Array` and `Object` are not among them, because
 * literals use those of the realm.
 */
const SHARED_CLASSES = [
  Error,
  AggregateError,
  EvalError,
  RangeError,
  ReferenceError,
  SyntaxError,
  TypeError,
  URIError,
  Date,
  Map,
  Set,
];

/** Jest's Node environment, with modules that a worker loads once, outside the realm of each file. */
export default class SpecEnvironment extends TestEnvironment {
  constructor(config, context) {
    // React reads NODE_ENV when it is loaded. Its development build takes several times as long for
    // each page.
    process.env['NODE_ENV'] = 'production';
    super(config, context);
    if (config.projectConfig.testEnvironmentOptions.sharesModules) this.#share();
  }

  async setup() {
    await super.setup();
    formatStacksBySource();
  }

  async teardown() {
    // Jest's runner replaces it for each spec file by one that holds the whole realm.
    process.exit = exit;
    await super.teardown();
  }

  #share() {
    this.global.loadShared = loadShared;
    // `instanceof` and `toThrow` have to recognise what shared modules make.
    for (const shared of SHARED_CLASSES) this.global[shared.name] = shared;
    // Decorators keep their metadata at `Reflect`, and signals are sent to the worker's process.
    Object.assign(this.global, { Reflect, process });
  }
}
