import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as folderRules from '../.dependency-cruiser.folders.mjs';
import * as fileRules from '../.dependency-cruiser.mjs';

/** Files of a small tree, by the rule that has to catch them. */
const violations: Record<string, [file: string, source: string][]> = {
  'folders-point-one-way': [
    // dependency-cruiser reports a folder as a whole, so the folder's name stands here in place of
    // a file.
    ['apps/renderer/src/rendering/upper', ''],
    ['libs/product/people/accounts', ''],
  ],
  'no-cycles': [
    [
      'apps/renderer/src/rendering/one.ts',
      `import type { two } from './two.ts'; export type one = two;`,
    ],
  ],
  'every-import-resolves': [['apps/renderer/src/rendering/lost.ts', `import './nowhere.ts';`]],
  'production-without-dev-dependencies': [
    ['apps/renderer/src/rendering/dev.ts', `import 'supertest';`],
    ['libs/persistence/src/dev.ts', `import 'supertest';`],
  ],
  'production-without-test-code': [
    ['apps/renderer/src/rendering/tested.ts', `import '../../test/support/boot.ts';`],
    ['apps/renderer/src/rendering/harness.ts', `import '#persistence/testing';`],
    ['apps/renderer/src/features/triage/issue-pages/harness.ts', `import '#product/testing';`],
    ['libs/client-runtime/src/cache/timed.ts', `import '../testing/fake-clock.ts';`],
  ],
  'shared-imports-nothing': [
    ['libs/shared/src/core.ts', `import 'node:fs';`],
    ['libs/shared/src/nest.ts', `import '@nestjs/common';`],
    ['libs/shared/src/react.ts', `import 'react';`],
    ['libs/shared/src/ours.ts', `import '#persistence';`],
  ],
  'client-runtime-imports-shared-only': [
    ['libs/client-runtime/src/core.ts', `import 'node:fs';`],
    ['libs/client-runtime/src/nest.ts', `import type {} from '@nestjs/common';`],
    ['libs/client-runtime/src/persistence.ts', `import '#persistence';`],
  ],
  'client-runtime-react-in-its-skin': [
    ['libs/client-runtime/src/cache/lru.ts', `import type {} from 'react';`],
  ],
  'client-runtime-folders-point-one-way': [
    ['libs/client-runtime/src/cache/drawn.ts', `import type {} from '../react/link.tsx';`],
    ['libs/client-runtime/src/react/unlisted.ts', `import '../unlisted/new.ts';`],
  ],
  'persistence-imports-shared-and-drivers': [
    ['libs/persistence/src/nest.ts', `import '@nestjs/common';`],
    ['libs/persistence/src/runtime.ts', `import '#client-runtime';`],
    ['libs/persistence/src/product.ts', `import type {} from '#product/triage/bulk';`],
  ],
  'harness-of-databases-knows-no-product': [
    ['libs/persistence/src/testing/people.ts', `import '#product/people/accounts';`],
  ],
  'product-imports-persistence-and-shared': [
    ['libs/product/people/accounts/store/nest.ts', `import '@nestjs/common';`],
    ['libs/product/people/accounts/store/driver.ts', `import 'pg';`],
  ],
  'relay-folders-import-what-they-send-by': [
    ['libs/product/triage/bulk/relay/nest.ts', `import '@nestjs/common';`],
    ['libs/product/triage/bulk/relay/telemetry.ts', `import '#telemetry';`],
    ['libs/product/triage/bulk/relay/stored.ts', `import '#persistence';`],
  ],
  'relay-folders-for-the-relay': [
    [
      'apps/renderer/src/features/triage/issues/jobs.ts',
      `import type {} from '#product/people/accounts/relay';`,
    ],
    ['apps/monitoring-relay/src/relay-jobs.ts', `import '#product/people/accounts/relay';`],
    ['apps/monitoring-relay/src/processing/jobs.ts', `import '#product/people/accounts/relay';`],
    ['libs/product/people/accounts/store/jobs.ts', `import type {} from '../relay/index.ts';`],
  ],
  'machinery-of-stores-for-stores': [
    ['apps/renderer/src/rendering/machinery.ts', `import '#persistence/stores';`],
  ],
  'capabilities-point-one-way': [
    [
      'libs/product/people/accounts/store/upwards.ts',
      `import type {} from '#product/triage/bulk';`,
    ],
    ['libs/product/triage/states/store/upwards.ts', `import type {} from '#product/triage/bulk';`],
  ],
  'capability-to-capability-by-entry': [
    [
      'libs/product/triage/bulk/store/inner.ts',
      `import '../../states/store/reopen-issues.ts'; export const inner = 1;`,
    ],
  ],
  'rules-of-capabilities-are-pure': [
    ['libs/product/triage/states/rules/reads.ts', `import '../store/reopen-issues.ts';`],
    ['libs/product/triage/states/rules/hashes.ts', `import 'node:crypto';`],
  ],
  'recording-knows-no-step': [
    [
      'libs/product/recording/record/store/knows.ts',
      `import '../../../triage/states/store/reopen-issues.ts'; export const knows = 1;`,
    ],
  ],
  'supervision-imports-node-alone': [
    ['libs/supervision/src/nest.ts', `import '@nestjs/common';`],
    ['libs/supervision/src/ours.ts', `import '#shared';`],
  ],
  'sqlite-imports-node-alone': [
    ['libs/sqlite/src/kysely.ts', `import 'kysely';`],
    ['libs/sqlite/src/ours.ts', `import '#shared';`],
  ],
  'command-line-imports-node-alone': [
    ['libs/command-line/src/nest.ts', `import '@nestjs/common';`],
    ['libs/command-line/src/ours.ts', `import '#shared';`],
  ],
  'telemetry-imports-shared-and-the-servers': [
    ['libs/telemetry/src/sentry.ts', `import '@sentry/nestjs';`],
    ['libs/telemetry/src/stored.ts', `import '#persistence';`],
  ],
  'plain-telemetry-loads-no-package': [
    ['libs/telemetry/src/timing/nest.ts', `import '@nestjs/common';`],
    ['libs/telemetry/src/logging/lines.ts', `import '../logs/lines.ts'; export const line = 1;`],
  ],
  'http-imports-the-server': [
    ['libs/http/src/ours.ts', `import '#telemetry';`],
    ['libs/http/src/stored.ts', `import 'kysely';`],
  ],
  'libs-know-no-app': [
    ['libs/persistence/src/app.ts', `import '../../../apps/renderer/src/config/port.ts';`],
  ],
  'libs-by-public-entry': [
    ['apps/renderer/src/rendering/inner.ts', `import '../../../../libs/shared/src/limits.ts';`],
    ['bench/inner.ts', `import '../libs/shared/src/limits.ts';`],
  ],
  'libs-by-public-entry-from-libs': [
    ['libs/persistence/src/inner.ts', `import '../../shared/src/limits.ts';`],
  ],
  'app-to-app-never': [
    [
      'apps/renderer/src/rendering/other.ts',
      `import '../../../monitoring-relay/src/intake/door.ts';`,
    ],
    ['apps/renderer/test/other.e2e.spec.ts', `import '../../monitoring-relay/src/intake/door.ts';`],
  ],
  'events-are-of-the-product': [
    ['apps/monitoring-relay/src/intake/reads-events.ts', `import '#events';`],
    ['apps/renderer/src/rendering/reads-events.ts', `import '#events';`],
  ],
  'renderer-platform-knows-no-feature': [
    ['apps/renderer/src/rendering/feature.ts', `import '../features/projects/people/index.ts';`],
    ['apps/renderer/src/config/feature.ts', `import '../features/projects/people/index.ts';`],
    [
      'apps/renderer/src/ui/feature.ts',
      `import type {} from '../features/projects/people/views/people.page.tsx';`,
    ],
    ['apps/renderer/src/create-renderer.ts', `import './features/projects/people/index.ts';`],
  ],
  'platform-knows-no-capability': [
    ['apps/renderer/src/rendering/people.ts', `import type {} from '#product/people/accounts';`],
    ['apps/monitoring-relay/src/spool/stored.ts', `import '#product';`],
    [
      'apps/monitoring-relay/src/intake/counted.ts',
      `import type {} from '#product/people/accounts';`,
    ],
  ],
  'relay-platform-knows-no-processing': [
    ['apps/monitoring-relay/src/intake/process.ts', `import '../processing/group.ts';`],
    ['apps/monitoring-relay/src/keys/process.ts', `import '../processing/group.ts';`],
    ['apps/monitoring-relay/src/relay-life.ts', `import type {} from './processing/group.ts';`],
  ],
  'processing-imports-recording-alone': [
    ['apps/monitoring-relay/src/processing/people.ts', `import '#product/people/accounts';`],
    ['apps/monitoring-relay/src/processing/stores.ts', `import type {} from '#product';`],
  ],
  'relay-without-react': [['apps/monitoring-relay/src/operation/page.ts', `import 'react';`]],
  'feature-to-feature-by-index': [
    [
      'apps/renderer/src/features/triage/issue-pages/inner.ts',
      `import '../../projects/people/people.service.ts';`,
    ],
  ],
  'features-stand-on-the-platform': [
    ['apps/renderer/src/features/triage/issue-pages/root.ts', `import '../../../main.ts';`],
  ],
  'browser-code-stays-in-the-browser': [
    ['apps/renderer/src/features/triage/issue-pages/views/core.page.tsx', `import 'node:fs';`],
    [
      'apps/renderer/src/features/triage/issue-pages/views/nest.page.tsx',
      `import '@nestjs/common';`,
    ],
    [
      'apps/renderer/src/features/triage/issue-pages/views/kysely.page.tsx',
      `import type {} from 'kysely';`,
    ],
    [
      'apps/renderer/src/features/triage/issue-pages/views/store.page.tsx',
      `import type {} from '#persistence';`,
    ],
    [
      'apps/renderer/src/features/triage/issue-pages/views/service.page.tsx',
      `import '../issues.service.ts';`,
    ],
    [
      'apps/renderer/src/ui/controller.tsx',
      `import type {} from '../rendering/health.controller.ts';`,
    ],
    ['apps/renderer/src/browser/config.ts', `import '../config/port.ts';`],
  ],
  'browser-code-takes-types-from-dto': [
    [
      'apps/renderer/src/features/triage/issue-pages/views/dto.page.tsx',
      `import { dto } from '../issues.dto.ts'; export const page = dto;`,
    ],
  ],
  'server-code-takes-types-from-views': [
    [
      'apps/renderer/src/features/triage/issue-pages/render.ts',
      `import { page } from './views/issue.page.tsx'; export const rendered = page;`,
    ],
  ],
  'controllers-know-no-store': [
    [
      'apps/renderer/src/features/triage/issue-pages/issues.controller.ts',
      `import type {} from '#persistence';`,
    ],
  ],
  'services-know-no-http': [
    ['apps/renderer/src/features/triage/issue-pages/http.service.ts', `import 'node:http';`],
    [
      'apps/renderer/src/features/triage/issue-pages/express.service.ts',
      `import type {} from 'express';`,
    ],
    [
      'apps/renderer/src/features/triage/issue-pages/door.service.ts',
      `import './issues.controller.ts';`,
    ],
  ],
  'only-stores-import-kysely': [
    ['libs/product/triage/bulk/steps.ts', `import type {} from 'kysely';`],
    ['apps/monitoring-relay/src/spool/sql.ts', `import type {} from 'kysely';`],
  ],
  'drivers-in-persistence-and-spool': [
    ['apps/monitoring-relay/src/intake/sqlite.ts', `import '#sqlite';`],
    ['apps/renderer/src/rendering/postgres.ts', `import 'pg';`],
  ],
  'sqlite-by-its-lib': [['libs/persistence/src/driver.ts', `import 'node:sqlite';`]],
  'pure-rules': [
    ['apps/monitoring-relay/src/envelope/core.ts', `import 'node:fs';`],
    ['apps/monitoring-relay/src/outcomes/nest.ts', `import '@nestjs/common';`],
    ['apps/monitoring-relay/src/envelope/door.ts', `import '../intake/door.ts';`],
    ['libs/events/src/reading/store.ts', `import '#persistence';`],
    ['libs/events/src/grouping/clock.ts', `import 'node:perf_hooks';`],
  ],
  'start-needs-no-package': [['scripts/start.mjs', `import './support/deep.mjs';`]],
  'scripts-know-no-source': [['scripts/peek.mjs', `import '../libs/shared/src/index.ts';`]],
};

/** Files that a violation leads through. They obey the rules themselves. */
const passages: [file: string, source: string][] = [
  [
    'apps/renderer/src/rendering/two.ts',
    `import type { one } from './one.ts'; export type two = one;`,
  ],
  ['scripts/support/deep.mjs', `import 'supertest';`],
];

/**
 * Files that the violations import, and imports that are allowed. No rule may object to any of
 * them.
 */
const allowed: [file: string, source: string][] = [
  ['libs/shared/src/index.ts', `export * from './limits.ts';`],
  ['libs/shared/src/limits.ts', `export const limits = 1;`],
  ['libs/shared/src/limits.spec.ts', `import '@jest/globals'; import './limits.ts';`],
  ['libs/client-runtime/src/index.ts', `export * from './react/link.tsx';`],
  ['libs/client-runtime/src/testing/fake-clock.ts', `import '#shared'; export const clock = 1;`],
  [
    'libs/client-runtime/src/cache/lru.spec.ts',
    `import '../testing/fake-clock.ts'; import '../navigation/navigator.ts';`,
  ],
  ['libs/client-runtime/src/navigation/navigator.ts', `import '../cache/lru.ts';`],
  ['libs/client-runtime/src/unlisted/new.ts', `export const unlisted = 1;`],
  [
    'libs/client-runtime/src/react/link.tsx',
    `import 'react'; import '#shared'; export const link = 1;`,
  ],
  ['libs/persistence/src/index.ts', `export * from './database.ts';`],
  [
    'libs/persistence/src/database.ts',
    `import 'kysely'; import 'pg'; import 'node:path'; import '#shared'; import '#sqlite'; export const database = 1;`,
  ],
  ['libs/persistence/src/stores.ts', `export * from './database.ts';`],
  ['libs/product/index.ts', `import '#product/people/accounts'; import '#product/triage/bulk';`],
  ['libs/product/testing/index.ts', `import '@jest/globals'; import '#persistence/testing';`],
  ['libs/product/people/accounts/index.ts', `export * from './store/user-row.ts';`],
  [
    'libs/product/people/accounts/store/user-row.ts',
    `import 'kysely'; import '#persistence/stores'; import '#shared'; export const store = 1;`,
  ],
  ['libs/product/triage/bulk/index.ts', `export * from './store/bulk.store.ts';`],
  [
    'libs/product/triage/bulk/store/bulk.store.ts',
    `import '#product/people/accounts'; export const bulk = 1;`,
  ],
  [
    'libs/product/triage/bulk/store/bulk.contract.spec.ts',
    `import '../../states/store/reopen-issues.ts'; import '#product/operation/erasing'; import '../../../testing/index.ts';`,
  ],
  ['libs/product/triage/states/store/reopen-issues.ts', `export const reopen = 1;`],
  ['libs/product/operation/erasing/index.ts', `export const erasing = 1;`],
  ['libs/events/src/index.ts', `export * from './grouping/group.ts';`],
  ['libs/sqlite/src/index.ts', `import 'node:sqlite'; export const file = 1;`],
  ['libs/telemetry/src/index.ts', `export * from './logs/lines.ts';`],
  ['libs/telemetry/src/logs/lines.ts', `import '@nestjs/common'; export const lines = 1;`],
  ['libs/persistence/src/testing/index.ts', `import '@jest/globals'; export const harness = 1;`],
  [
    'apps/renderer/test/support/boot.ts',
    `import 'supertest'; import '../../src/main.ts'; import '#persistence/testing';`,
  ],
  [
    'apps/renderer/src/main.ts',
    `import './product.ts'; import './rendering/health.controller.ts';`,
  ],
  ['apps/renderer/src/product.ts', `import './features/projects/people/index.ts';`],
  ['apps/renderer/src/config/port.ts', `import '#shared'; export const port = 1;`],
  [
    'apps/renderer/src/rendering/health.controller.ts',
    `import '@nestjs/common'; void import('vite');`,
  ],
  ['apps/renderer/src/features/projects/people/index.ts', `export * from './people.service.ts';`],
  [
    'apps/renderer/src/features/projects/people/people.service.ts',
    `import '#persistence'; import '#product/people/accounts'; export const people = 1;`,
  ],
  [
    'apps/renderer/src/features/projects/people/people.controller.ts',
    `import type {} from './views/people.page.tsx'; export type view = typeof import('./views/people.page.tsx');`,
  ],
  [
    'apps/renderer/src/features/projects/people/people.dto.ts',
    `import '@nestjs/common'; export const dto = 1;`,
  ],
  [
    'apps/renderer/src/features/projects/people/views/people.page.tsx',
    `import type { dto } from '../people.dto.ts'; import '../../../../ui/table.tsx'; import '#client-runtime'; import '#shared'; export type props = dto;`,
  ],
  ['apps/renderer/src/features/triage/issue-pages/issues.dto.ts', `export const dto = 1;`],
  [
    'apps/renderer/src/features/triage/issue-pages/issues.service.ts',
    `import '../../projects/people/index.ts'; import '../../../config/port.ts'; import '#persistence';`,
  ],
  ['apps/renderer/src/features/triage/issue-pages/views/issue.page.tsx', `export const page = 1;`],
  ['apps/renderer/src/ui/table.tsx', `import 'react'; export const table = 1;`],
  ['apps/renderer/src/browser/entry.tsx', `import '@sentry/react'; import '../ui/table.tsx';`],
  [
    'apps/monitoring-relay/src/intake/door.ts',
    `import '../envelope/parse.ts'; import '@nestjs/common';`,
  ],
  [
    'apps/monitoring-relay/src/envelope/parse.ts',
    `import '#shared'; import '../outcomes/ending.ts';`,
  ],
  ['apps/monitoring-relay/src/outcomes/ending.ts', `import '#shared';`],
  ['apps/monitoring-relay/src/processing/group.ts', `import '../envelope/parse.ts';`],
  [
    'apps/monitoring-relay/src/product.ts',
    `import './processing/group.ts'; import '#product/people/accounts/relay';`,
  ],
  ['apps/monitoring-relay/src/product-processing.ts', `import '#product/triage/bulk/relay';`],
  [
    'apps/monitoring-relay/src/processing/thread/group.worker.ts',
    `import '../../product-processing.ts'; import '#product';`,
  ],
  [
    'libs/product/people/accounts/relay/index.ts',
    `import '#events'; import '#telemetry/plain'; import '#shared'; import type {} from '../index.ts'; export const jobs = 1;`,
  ],
  [
    'libs/product/triage/bulk/relay/index.ts',
    `import '#product/people/accounts/relay'; import '#product/people/accounts';`,
  ],
  ['libs/telemetry/src/plain.ts', `export * from './timing/pause.ts';`],
  ['libs/telemetry/src/timing/pause.ts', `import 'node:timers/promises'; export const pause = 1;`],
  ['libs/events/src/grouping/group.ts', `import 'node:crypto'; import '../reading/drawn.ts';`],
  ['libs/events/src/reading/drawn.ts', `import '#shared';`],
  ['apps/monitoring-relay/src/spool/file.ts', `import '#sqlite'; import 'node:fs';`],
  [
    'test/both.e2e.spec.ts',
    `import '../apps/renderer/src/main.ts'; import '../apps/monitoring-relay/src/intake/door.ts';`,
  ],
  ['scripts/test.mjs', `import 'node:fs'; import './support/run.mjs';`],
  ['scripts/support/run.mjs', `import 'node:path';`],
];

const packages = {
  dependencies: ['@nestjs/common', 'kysely', 'pg', 'react', 'express'],
  devDependencies: ['@jest/globals', 'supertest', 'vite', '@sentry/react'],
};

interface Violation {
  readonly rule: string;
  readonly file: string;
}

let folder: string;
/**
 * Two folders that import each other by different files, one of them as a type only. A third folder
 * imports the first only in a spec, which must not count.
 */
const folderCycle: [file: string, source: string][] = [
  ['apps/renderer/src/rendering/upper/a.ts', `import '../lower/b.ts';`],
  ['apps/renderer/src/rendering/upper/c.ts', `export {};`],
  ['apps/renderer/src/rendering/lower/b.ts', `export {};`],
  ['apps/renderer/src/rendering/lower/d.ts', `import type {} from '../upper/c.ts';`],
  ['apps/renderer/src/rendering/specced/e.ts', `export {};`],
  ['apps/renderer/src/rendering/specced/e.spec.ts', `import '../upper/f.ts';`],
  ['apps/renderer/src/rendering/upper/f.ts', `import '../specced/e.ts';`],
];

let found: Violation[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-rules-'));
  const violating = Object.values(violations)
    .flat()
    .filter(([, source]) => source !== '');
  await writeTree([...allowed, ...passages, ...violating, ...folderCycle]);
  found = [
    ...(await findViolations(folderRules, ['apps', 'libs'])),
    ...(await findViolations(fileRules, ['apps', 'libs', 'bench', 'test', 'scripts'])),
  ];
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function findViolations(
  { forbidden, options }: Pick<typeof fileRules, 'forbidden' | 'options'>,
  sources: string[],
): Promise<Violation[]> {
  const { output } = await cruise(sources, {
    ...options,
    baseDir: folder,
    ruleSet: { forbidden },
    validate: true,
  });
  return (output as ICruiseResult).summary.violations.map(({ rule, from }) => ({
    rule: rule.name,
    file: from,
  }));
}

async function writeTree(files: [file: string, source: string][]): Promise<void> {
  const { imports } = await import('../package.json', { with: { type: 'json' } }).then(
    (module) => module.default,
  );
  const versions = (names: string[]): object =>
    Object.fromEntries(names.map((name) => [name, '1']));
  const manifest = {
    type: 'module',
    imports,
    dependencies: versions(packages.dependencies),
    devDependencies: versions(packages.devDependencies),
  };
  const installed = Object.values(packages)
    .flat()
    .flatMap((name): [string, string][] => [
      [
        `node_modules/${name}/package.json`,
        JSON.stringify({ name, version: '1.0.0', main: 'index.js' }),
      ],
      [`node_modules/${name}/index.js`, ''],
    ]);
  const tree = [...files, ...installed, ['package.json', JSON.stringify(manifest)] as const];
  await Promise.all(
    tree.map(async ([file, source]) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), source);
    }),
  );
}

test('every dependency rule has a violation here that proves it', () => {
  const names = new Set([...folderRules.forbidden, ...fileRules.forbidden].map(({ name }) => name));
  expect(Object.keys(violations)).toEqual([...names]);
});

test.each(
  Object.entries(violations).flatMap(([rule, files]) => files.map(([file]) => ({ rule, file }))),
)('$rule catches $file', ({ rule, file }) => {
  expect(found).toContainEqual({ rule, file });
});

test('no dependency rule catches allowed imports', () => {
  const passing = new Set([
    'apps/renderer/src/rendering/specced',
    ...allowed.map(([file]) => file),
  ]);
  expect(found.filter(({ file }) => passing.has(file))).toEqual([]);
});
