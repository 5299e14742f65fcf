import { readFileSync } from 'node:fs';
import { swcOptions } from './test/support/swc-options.mjs';

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);

/**
 * Packages that a worker loads once. Supertest compares bodies by their prototypes, so it stays in
 * the realm of the spec file. Jest's own packages do so by themselves.
 */
const SHARED_PACKAGES = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !/^(?:@jest\/|@swc\/|jest|supertest$)/.test(name),
);

const common = {
  rootDir: import.meta.dirname,
  testEnvironment: '<rootDir>/test/environment.mjs',
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  roots: [
    '<rootDir>/apps',
    '<rootDir>/libs',
    '<rootDir>/test',
    '<rootDir>/bench',
    '<rootDir>/prove',
  ],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
};

/** Paths of spec files, set by `npm test`. */
const leftOut = (process.env['ERRATA_SPECS_LEFT_OUT'] ?? '').split('\n').filter(Boolean);

const environmentOptions = {
  customExportConditions: ['errata-src', 'node', 'node-addons'],
  // Jest's clean-up between files would replace a file's globals by setters that call themselves.
  globalsCleanup: 'off',
};

/** @type {import('jest').Config} */
export default {
  // The limit is generous, because a slow machine must not fail a spec. All waits within specs are
  // shorter, so a failure names what the spec waited for. Specs that build set limits of their own.
  testTimeout: 360_000,
  // A worker keeps most of what it loads for a spec file, and each file takes longer then. The
  // product itself takes 300 MB in each worker.
  workerIdleMemoryLimit: '900MB',
  testSequencer: '<rootDir>/test/dearest-first.mjs',
  projects: [
    {
      ...common,
      displayName: 'services',
      testEnvironmentOptions: { ...environmentOptions, nodeEnv: 'production', sharesClasses: true },
      testMatch: ['**/*.e2e.spec.ts', '**/*.contract.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...leftOut.map((path) => `<rootDir>/${path}$`)],
      transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/test/support/shared-modules/transform.mjs' },
      transformIgnorePatterns: [`/node_modules/(?!(?:${SHARED_PACKAGES.join('|')})/)`],
    },
    {
      ...common,
      displayName: 'units',
      testEnvironmentOptions: { ...environmentOptions, nodeEnv: 'test' },
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', String.raw`\.(?:e2e|contract)\.spec\.ts$`],
      transform: { '^.+\\.tsx?$': ['@swc/jest', swcOptions] },
    },
  ],
};
