import { specPackages } from './test/support/spec-packages.mjs';

/** @type {import('jest').Config} */
export default {
  testEnvironment: '<rootDir>/test/environment.mjs',
  // Not for how fast a machine is. Longer than any one thing is waited for, so that it is told what was waited for in vain.
  // What builds has limits of its own.
  testTimeout: 360_000,
  // Of what a worker loaded for one file it keeps most: after forty files it held 2 GB, and took three times as long for
  // each as a new one, which is there within a second. Half as much had most of them begun anew for each file.
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
    // Between files Jest would put setters that call themselves on what a file had set globally.
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
