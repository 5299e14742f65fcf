import { specPackages } from './test/support/spec-packages.mjs';

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/environment.mjs',
  // The limit is generous, because a slow machine must not fail a spec. All waits within specs are
  // shorter, so a failure names what the spec waited for. Specs that build set limits of their own.
  testTimeout: 360_000,
  // A worker keeps most of what it loads for a spec file. After forty files it held 2 GB and took
  // three times as long per file as a new worker, which starts within a second. Half this limit
  // restarted most workers after every file.
  workerIdleMemoryLimit: '400MB',
  testSequencer: '<rootDir>/test/dearest-first.mjs',
  globalSetup: '<rootDir>/test/global-setup.mjs',
  globalTeardown: '<rootDir>/test/global-teardown.mjs',
  roots: [
    '<rootDir>/apps',
    '<rootDir>/libs',
    '<rootDir>/test',
    '<rootDir>/bench',
    '<rootDir>/prove',
  ],
  testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
  moduleNameMapper: specPackages,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  testEnvironmentOptions: {
    customExportConditions: ['errata-src', 'node', 'node-addons'],
    // Jest's clean-up between files would replace a file's globals by setters that call themselves.
    globalsCleanup: 'off',
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        module: { type: 'es6' },
        jsc: {
          target: 'es2023',
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
            react: { runtime: 'automatic' },
          },
          keepClassNames: true,
        },
      },
    ],
  },
};
