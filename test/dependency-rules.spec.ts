import { afterAll, beforeAll, describe, expect, it, test } from '@jest/globals';
import { cruise } from 'dependency-cruiser';
import type { ICruiseResult } from 'dependency-cruiser';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { forbidden, options, TEST_CODE } from '../.dependency-cruiser.mjs';
import { describeCircle, findFolderCircles } from '../scripts/support/folder-circles.mjs';

/** Files of a small tree, by the rule that has to catch them. */
const violations: Record<string, [file: string, source: string][]> = {
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
  'client-runtime-imports-the-protocol-only': [
    ['libs/client-runtime/src/shared.ts', `import type {} from '#shared';`],
    ['libs/client-runtime/src/core.ts', `import 'node:fs';`],
    ['libs/client-runtime/src/nest.ts', `import type {} from '@nestjs/common';`],
    ['libs/client-runtime/src/persistence.ts', `import '#persistence';`],
  ],
  'page-protocol-imports-nothing': [
    ['libs/shared/src/page-protocol/errors.ts', `import type {} from '../errors.ts';`],
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
  'wings-point-one-way': [
    [
      'libs/product/people/accounts/store/upwards.ts',
      `import type {} from '#product/triage/bulk';`,
    ],
    [
      'apps/renderer/src/features/projects/people/upwards.ts',
      `import type {} from '#product/triage/bulk';`,
    ],
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
  'internals-of-nest-in-one-file': [
    ['apps/renderer/src/rendering/keys.ts', `import '@nestjs/common/internal';`],
    ['apps/renderer/src/features/people/api/keys.ts', `import '@nestjs/core/guards/index.js';`],
  ],
  'rendering-stands-on-libraries': [
    ['apps/renderer/src/rendering/views/styled.page.tsx', `import '../../ui/outcome.tsx';`],
    ['apps/renderer/src/rendering/configured.ts', `import type {} from '../config/port.ts';`],
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
  'browser-code-takes-types-alone': [
    [
      'apps/renderer/src/features/triage/issue-pages/views/dto.page.tsx',
      `import { dto } from '../issues.dto.ts'; export const page = dto;`,
    ],
  ],
  'views-know-their-own-controller': [
    [
      'apps/renderer/src/features/triage/issue-pages/views/other.page.tsx',
      `import type {} from '../../../projects/people/people.controller.ts';`,
    ],
  ],
  'server-code-takes-types-from-views': [
    [
      'apps/renderer/src/features/triage/issue-pages/render.ts',
      `import { page } from './views/issue.page.tsx'; export const rendered = page;`,
    ],
  ],
  'controllers-know-no-sql': [
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

const packages = {
  dependencies: ['@nestjs/common', 'kysely', 'pg', 'react', 'express'],
  devDependencies: ['@jest/globals', 'supertest', 'vite', '@sentry/react'],
};

interface Violation {
  readonly rule: string;
  readonly file: string;
}

let folder: string;
/** Two folders that import each other by different files, one of them as a type only. */
const folderCycle: [file: string, source: string][] = [
  ['apps/renderer/src/rendering/upper/a.ts', `import '../lower/b.ts';`],
  ['apps/renderer/src/rendering/lower/d.ts', `import type {} from '../upper/c.ts';`],
];

let violated: Violation[];
let circles: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'errata-rules-'));
  await writeTree([...passages, ...Object.values(violations).flat(), ...folderCycle]);
  const { modules, summary } = await cruiseTree();
  violated = summary.violations.map(({ rule, from }) => ({ rule: rule.name, file: from }));
  circles = findFolderCircles(modules, TEST_CODE).map(describeCircle);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

async function cruiseTree(): Promise<ICruiseResult> {
  const { output } = await cruise(['apps', 'libs', 'bench', 'scripts'], {
    ...options,
    baseDir: folder,
    ruleSet: { forbidden },
    validate: true,
  });
  return output as ICruiseResult;
}

type Imports = Readonly<Record<string, { readonly 'errata-src': string }>>;

/** Returns the file of the tree that `source` imports, without contents. */
function toImported(file: string, source: string, imports: Imports): [string, string][] {
  const [, name = ''] = /(?:from|import) '([^']+)'/.exec(source) ?? [];
  if (name.startsWith('.') && !name.includes('nowhere')) return [[join(dirname(file), name), '']];
  if (!name.startsWith('#')) return [];
  const ofCapability = imports['#product/*']!['errata-src'].replace('*', name.slice(9));
  return [[imports[name]?.['errata-src'] ?? ofCapability, '']];
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
  const tree = new Map([
    ...files.flatMap(([file, source]) => toImported(file, source, imports)),
    ...files,
    ...installed,
    ['package.json', JSON.stringify(manifest)],
  ]);
  await Promise.all(
    [...tree].map(async ([file, source]) => {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), source);
    }),
  );
}

test('every dependency rule has a violation here that proves it', () => {
  const names = new Set(forbidden.map(({ name }) => name));
  expect(Object.keys(violations)).toEqual([...names]);
});

test.each(
  Object.entries(violations).flatMap(([rule, files]) => files.map(([file]) => ({ rule, file }))),
)('$rule catches $file', ({ rule, file }) => {
  expect(violated).toContainEqual({ rule, file });
});

describe('findFolderCircles', () => {
  const config = 'apps/monitoring-relay/src/config';
  const monitoring = 'apps/monitoring-relay/src/monitoring';
  const spool = 'apps/monitoring-relay/src/spool';
  const features = 'apps/renderer/src/features';
  const people = 'libs/product/people';
  const projects = 'libs/product/projects';

  /** Returns the folders of each circle that these imports form, as a chain. */
  function findIn(...imports: (readonly [file: string, imported: string])[]): string[] {
    const modules = imports.map(([source, resolved]) => ({ source, dependencies: [{ resolved }] }));
    return findFolderCircles(modules, TEST_CODE).map((circle) =>
      circle.map(({ from }) => from).join(' '),
    );
  }

  it('sees a type import, and describes the circle with one import for each step', () => {
    const [upper, lower] = [
      'apps/renderer/src/rendering/upper',
      'apps/renderer/src/rendering/lower',
    ];
    expect(circles).toContain(
      [
        lower,
        `  → ${upper}`,
        `      ${lower}/d.ts → ${upper}/c.ts`,
        `  → ${lower}`,
        `      ${upper}/a.ts → ${lower}/b.ts`,
        '',
      ].join('\n'),
    );
  });

  it('sees a circle of folders whose files lie at different depths', () => {
    const found = findIn(
      [`${config}/relay-config.ts`, `${monitoring}/own-project.ts`],
      [`${monitoring}/report-target.ts`, `${spool}/keys/key-archive.ts`],
      [`${spool}/room/spool-room.ts`, `${config}/relay-config.ts`],
    );
    expect(found).toEqual([`${config} ${monitoring} ${spool}`]);
  });

  it('sees a circle of two capabilities, one way by their stores and back by their pages', () => {
    const found = findIn(
      [`${people}/audit/store/audit.store.ts`, `${people}/accounts/index.ts`],
      [`${features}/people/accounts/index.ts`, `${features}/people/audit/views/audit.page.tsx`],
    );
    expect(found).toEqual([`${people}/accounts ${people}/audit`]);
  });

  it('sees a circle of folders that hold folders alone', () => {
    const found = findIn(
      [`${people}/accounts/store/membership.store.ts`, `${projects}/projects/index.ts`],
      [`${projects}/projects/store/project-settings.store.ts`, `${people}/audit/index.ts`],
    );
    expect(found).toEqual([`${people} ${projects}`]);
  });

  it('lists one circle for each group of folders', () => {
    const both = (one: string, other: string) =>
      [
        [`${one}/a.ts`, `${other}/a.ts`],
        [`${other}/b.ts`, `${one}/b.ts`],
      ] as const;
    const found = findIn(...both('a/b', 'a/c'), ...both('a/c', 'a/d'), ...both('e', 'f'));
    expect(found).toEqual(['a/b a/c', 'e f']);
  });

  it.each([
    ['files beside the folder that they import', 'a/b.ts', 'a/c/d.ts', 'a/c/e.ts'],
    ['a spec', 'a/b/c.spec.ts', 'a/d/e.ts', 'a/d/e.ts'],
    ['test code', 'a/b/c.ts', 'a/d/test/e.ts', 'a/d/f.ts'],
  ])('leaves out %s', (_, importing, imported, back) => {
    expect(findIn([importing, imported], [back, importing])).toEqual([]);
  });
});
