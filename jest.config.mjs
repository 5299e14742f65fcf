import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { swcOptions } from './test/support/swc-options.mjs';

const { dependencies, devDependencies } = JSON.parse(
  readFileSync(new URL('package.json', import.meta.url), 'utf8'),
);

/**
 * Packages that a worker loads once. Supertest and oidc-provider stay in the realm of the spec file,
 * because they look at the prototypes of what they are given. `require` cannot load
 * dependency-cruiser. Jest loads its own packages and SWC outside of realms anyway.
 */
const SHARED_PACKAGES = Object.keys({ ...dependencies, ...devDependencies }).filter(
  (name) => !/^(?:@jest\/|@swc\/|jest|supertest$|oidc-provider$|dependency-cruiser$)/.test(name),
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

/**
 * Specs with modules of their own. They replace timers or globals of the modules under test, or
 * compare what those make with what is of their realm: prototypes, `RegExp`, types of decorators.
 */
const OWN_MODULES = [
  'apps/monitoring-relay/test/sdk-back-off.e2e.spec.ts',
  'apps/renderer/src/ingest/refusal-log.spec.ts',
  'apps/renderer/src/rendering/actions/body/fields.spec.ts',
  'apps/renderer/src/rendering/actions/page-actions.spec.ts',
  'apps/renderer/src/rendering/outcomes/declared-views.spec.ts',
  'apps/renderer/src/rendering/routes/write-address-types.spec.ts',
  'apps/renderer/src/rendering/routes/route-table.spec.ts',
  'apps/renderer/test/monitoring.e2e.spec.ts',
  'libs/client-runtime/src/cache/tab-channel.spec.ts',
  'libs/client-runtime/src/react/error-boundary.spec.tsx',
  'libs/client-runtime/src/when-idle.spec.ts',
  'libs/supervision/src/supervised/retire.spec.ts',
  'libs/supervision/src/supervisor/renew-signal.spec.ts',
];

/** @type {import('jest').Config} */
export default {
  // The limit is generous, because a slow machine must not fail a spec. All waits within specs are
  // shorter, so a failure names what the spec waited for. Specs that build set limits of their own.
  testTimeout: 360_000,
  // Workers grow with every spec file, and large ones take longer for each. The product itself takes
  // 300 MB in each worker.
  workerIdleMemoryLimit: '900MB',
  testSequencer: '<rootDir>/test/dearest-first.mjs',
  projects: [
    {
      ...common,
      displayName: 'shared modules',
      testMatch: ['**/*.spec.ts', '**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', ...[...OWN_MODULES, ...leftOut].map(toPattern)],
      testEnvironmentOptions: { ...environmentOptions, sharesModules: true },
      transform: { '\\.[cm]?[jt]sx?$': '<rootDir>/test/support/shared-modules/transform.mjs' },
      transformIgnorePatterns: [`/node_modules/(?!(?:${SHARED_PACKAGES.join('|')})/)`],
    },
    {
      ...common,
      displayName: 'own modules',
      testMatch: OWN_MODULES.map((path) => `<rootDir>/${path}`),
      testEnvironmentOptions: environmentOptions,
      transform: { '^.+\\.tsx?$': ['@swc/jest', swcOptions] },
    },
  ],
};

function toPattern(path) {
  return `^${RegExp.escape(join(import.meta.dirname, path))}$`;
}
