/**
 * The eight rules of ARCHITECTURE.md on who may import whom, each with the number it has there.
 * test/dependency-rules.spec.ts shows that every rule catches its violation.
 * scripts/support/folder-circles.mjs finds circles of folders (5).
 *
 * The parser is TypeScript's, because the SWC parser cannot read .tsx and cannot tell type-only
 * imports apart.
 */

import { BROWSER_CODE, BROWSER_LIBS, BROWSER_PACKAGES } from './apps/renderer/browser-code.mjs';

const SPEC = '\\.spec\\.tsx?$';
export const TEST_CODE = [
  SPEC,
  '(?:^|/)test/',
  '^libs/[^/]+/src/testing/',
  '^libs/product/testing/',
];

const VITE_BUILD =
  '^apps/(?:server-bundle\\.ts|[^/]+/(?:server\\.)?vite\\.config\\.ts|renderer/(?:vite/.+|browser-code)\\.mjs)$';

const PURE_CODE = ['^apps/monitoring-relay/src/(?:envelope|outcomes)/', '^libs/events/'];

/** Folders of the client runtime. Each may import the folders before it. */
const RUNTIME_FOLDERS = [
  'address',
  'history',
  'announcer',
  'flash',
  'deferred',
  'cache',
  'hydration',
  'code',
  'blocker',
  'page-data',
  'navigation',
  'prefetch',
  'live',
  'actions',
  'router',
  'react',
];

/**
 * The product's wings. A capability may import those of the wings before its own, and its
 * neighbours in its wing without a circle (`CAPABILITY_FOLDERS`).
 */
export const WINGS = [
  'people',
  'projects',
  'recording',
  'retention',
  'alerting',
  'triage',
  'performance',
  'operation',
];

/** Folders of capabilities. One with rules and stores and one with pages are one capability. */
export const CAPABILITY_FOLDERS = ['libs/product', 'apps/renderer/src/features'];

const CAPABILITY_ROOTS = `(?:${CAPABILITY_FOLDERS.join('|')})`;

/**
 * Folders in which capabilities define the recording steps, jobs and senders that the relay runs.
 */
const RELAY_FOLDER = '^libs/product/[^/]+/[^/]+/relay/';

const PROTOCOL = '^libs/shared/src/page-protocol/';

const TYPES_ALONE = ['type-only', 'type-import'];

/**
 * Returns a pattern that matches packages by name. Some packages have only their types installed,
 * so it matches `@types/<name>` as well.
 */
function npm(...names) {
  return `(?:^|/)node_modules/(?:@types/)?(?:${names.join('|')})(?:/|$)`;
}

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const everywhere = [
  {
    name: 'no-cycles',
    comment: '5: no import cycles, type-only ones included.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'every-import-resolves',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'production-without-dev-dependencies',
    comment: 'The production tree is pruned. Browser code is bundled; its packages stay behind.',
    severity: 'error',
    from: {
      path: '^(?:apps|libs)/',
      pathNot: [...TEST_CODE, ...BROWSER_CODE, '^libs/client-runtime/', VITE_BUILD],
    },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: TYPES_ALONE, pathNot: [npm('vite')] },
  },
  {
    name: 'production-without-test-code',
    severity: 'error',
    from: { path: '^(?:apps|libs)/', pathNot: TEST_CODE },
    to: { path: TEST_CODE },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const libs = [
  {
    name: 'shared-imports-nothing',
    comment: '1: nothing of ours, no node:, no React, no Nest.',
    severity: 'error',
    from: { path: '^libs/shared/', pathNot: SPEC },
    to: { pathNot: '^libs/shared/' },
  },
  {
    name: 'client-runtime-imports-the-protocol-only',
    comment: '2: the page protocol, and React; never node:.',
    severity: 'error',
    from: { path: '^libs/client-runtime/', pathNot: SPEC },
    to: { pathNot: ['^libs/client-runtime/', PROTOCOL, npm('react', 'react-dom')] },
  },
  {
    name: 'page-protocol-imports-nothing',
    comment: '1: a server and a browser of any product speak it.',
    severity: 'error',
    from: { path: PROTOCOL, pathNot: SPEC },
    to: { pathNot: PROTOCOL },
  },
  {
    name: 'client-runtime-react-in-its-skin',
    comment: '2: React only inside react/.',
    severity: 'error',
    from: { path: '^libs/client-runtime/', pathNot: [SPEC, '^libs/client-runtime/src/react/'] },
    to: { path: npm('react', 'react-dom') },
  },
  // Specs and test doubles may import any folder, so `from` leaves them out.
  ...RUNTIME_FOLDERS.map((folder, index) => ({
    name: 'client-runtime-folders-point-one-way',
    comment: '2: the folders of the client runtime are layers.',
    severity: 'error',
    from: { path: `^libs/client-runtime/src/${folder}/`, pathNot: TEST_CODE },
    to: {
      path: '^libs/client-runtime/src/[^/]+/',
      pathNot: `^libs/client-runtime/src/(?:${RUNTIME_FOLDERS.slice(0, index + 1).join('|')})/`,
    },
  })),
  {
    name: 'persistence-imports-shared-and-drivers',
    comment: '3: shared, sqlite, Kysely and the drivers; it knows no product.',
    severity: 'error',
    from: { path: '^libs/persistence/', pathNot: TEST_CODE },
    to: {
      pathNot: ['^libs/(?:persistence|shared|sqlite)/', npm('kysely', 'pg', 'pg-copy-streams')],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'harness-of-databases-knows-no-product',
    comment: '3: nor does what specs open databases with.',
    severity: 'error',
    from: { path: '^libs/persistence/src/testing/', pathNot: SPEC },
    to: { path: '^libs/product/' },
  },
  {
    name: 'product-imports-persistence-and-shared',
    comment: '3: persistence, shared, Kysely, and what reads schedules.',
    severity: 'error',
    from: { path: '^libs/product/', pathNot: [...TEST_CODE, RELAY_FOLDER] },
    to: {
      pathNot: ['^libs/(?:product|persistence|shared)/', npm('kysely', 'croner')],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'relay-folders-import-what-they-send-by',
    comment: '3: jobs and senders of capabilities also read events and log, and know no app.',
    severity: 'error',
    from: { path: RELAY_FOLDER, pathNot: TEST_CODE },
    to: {
      pathNot: [
        '^libs/(?:product|shared|events)/',
        '^libs/telemetry/src/plain\\.ts$',
        '^libs/http/src/outgoing/index\\.ts$',
        npm('markdown-it', 'nodemailer', 'yauzl'),
      ],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'relay-folders-for-the-relay',
    comment: '5: the renderer loads none, and three files of the relay name them.',
    severity: 'error',
    from: {
      pathNot: [
        ...TEST_CODE,
        '^(?:test|bench|prove)/',
        RELAY_FOLDER,
        '^apps/monitoring-relay/src/product(?:-items|-processing)?\\.ts$',
        // This folder is an operator's command, which runs without the relay.
        '^apps/monitoring-relay/src/source-maps/',
      ],
    },
    // Capabilities declare items and rules by this folder, and the relay's `processing/` uses it.
    to: { path: RELAY_FOLDER, pathNot: '^libs/product/recording/reports/relay/' },
  },
  {
    name: 'machinery-of-stores-for-stores',
    comment: '3: apps see stores and `Database`, never Kysely.',
    severity: 'error',
    from: { pathNot: '^libs/(?:persistence|product)/' },
    to: { path: '^libs/persistence/src/stores\\.ts$' },
  },
  ...WINGS.map((wing, index) => ({
    name: 'wings-point-one-way',
    comment: '5: wings are layers.',
    severity: 'error',
    from: { path: `^${CAPABILITY_ROOTS}/${wing}/`, pathNot: TEST_CODE },
    to: {
      path: `^${CAPABILITY_ROOTS}/[^/]+/[^/]+/`,
      pathNot: `^${CAPABILITY_ROOTS}/(?:${WINGS.slice(0, index + 1).join('|')})/`,
    },
  })),
  {
    name: 'capability-to-capability-by-entry',
    comment: '5: what others may use, a capability names in its index.ts.',
    severity: 'error',
    from: { path: '^libs/product/([^/]+/[^/]+)/', pathNot: TEST_CODE },
    to: {
      path: '^libs/product/[^/]+/[^/]+/',
      pathNot: ['^libs/product/$1/', '^libs/product/[^/]+/[^/]+/(?:(?:relay|rules)/)?index\\.ts$'],
    },
  },
  {
    name: 'rules-of-capabilities-are-pure',
    comment: '3: what decides stands on values; views import it, too. croner reads schedules.',
    severity: 'error',
    from: { path: '^libs/product/[^/]+/[^/]+/rules/', pathNot: SPEC },
    to: { pathNot: ['^libs/shared/', '^libs/product/[^/]+/[^/]+/rules/', npm('croner')] },
  },
  {
    name: 'recording-knows-no-step',
    comment: 'What a capability adds to recording is a step that it registers.',
    severity: 'error',
    from: { path: '^libs/product/recording/record/', pathNot: TEST_CODE },
    to: {
      path: '^libs/product/',
      pathNot: '^libs/product/recording/(?:record|reports|steps|counts|issues|storage)/',
    },
  },
  {
    name: 'supervision-imports-node-alone',
    comment: '3: it runs before anything else and stays: small, and none of ours.',
    severity: 'error',
    from: { path: '^libs/supervision/', pathNot: SPEC },
    to: { pathNot: '^libs/supervision/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'sqlite-imports-node-alone',
    comment: '3: it opens files, and knows nothing of what is in them.',
    severity: 'error',
    from: { path: '^libs/sqlite/', pathNot: SPEC },
    to: { pathNot: '^libs/sqlite/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'command-line-imports-node-alone',
    comment: '3: it is published as a package of its own, without dependencies.',
    severity: 'error',
    from: { path: '^libs/command-line/', pathNot: SPEC },
    to: { pathNot: '^libs/command-line/', dependencyTypesNot: ['core'] },
  },
  {
    name: 'telemetry-imports-shared-and-the-servers',
    comment: '3: what the servers log and count, whatever they are for.',
    severity: 'error',
    from: { path: '^libs/telemetry/', pathNot: TEST_CODE },
    to: {
      pathNot: [
        '^libs/telemetry/',
        '^libs/shared/',
        npm('@nestjs/common', '@sentry/nestjs', 'express', 'pino', 'prom-client'),
      ],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'plain-telemetry-loads-no-package',
    comment: '3: the log and the waits of parts that also run in threads without Nest.',
    severity: 'error',
    from: {
      path: '^libs/telemetry/src/(?:plain\\.ts$|logging/|timing/)',
      pathNot: TEST_CODE,
    },
    to: {
      pathNot: ['^libs/telemetry/src/(?:logging|timing)/', '^libs/shared/'],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'http-imports-the-server',
    comment:
      '3: how both servers take requests and reach addresses that people type: Nest on Express, and shared.',
    severity: 'error',
    from: { path: '^libs/http/', pathNot: SPEC },
    to: {
      pathNot: [
        '^libs/http/',
        '^libs/shared/',
        npm('@nestjs/platform-express', 'proxy-addr', 'ipaddr.js'),
      ],
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'libs-know-no-app',
    comment: '3: a lib is what apps stand on.',
    severity: 'error',
    from: { path: '^libs/' },
    to: { path: '^apps/' },
  },
  {
    name: 'libs-by-public-entry',
    comment:
      '4: #shared, #client-runtime, #persistence, #product/*, #events, #sqlite and the others.',
    severity: 'error',
    from: { pathNot: '^libs/' },
    to: { path: '^libs/', dependencyTypesNot: ['aliased-subpath-import'] },
  },
  {
    name: 'libs-by-public-entry-from-libs',
    comment: '4: between libs too.',
    severity: 'error',
    from: { path: '^libs/([^/]+)/' },
    to: {
      path: '^libs/',
      pathNot: '^libs/$1/',
      dependencyTypesNot: ['aliased-subpath-import'],
    },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const apps = [
  {
    name: 'app-to-app-never',
    comment: '4: what two apps need lives in a lib; specs of both live in test/.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/' },
    to: { path: '^apps/[^/]+/', pathNot: '^apps/$1/' },
  },
  {
    name: 'events-are-of-the-product',
    comment: '3: what is below the product carries events as bytes.',
    severity: 'error',
    from: {
      path: '^apps/',
      pathNot: [
        ...TEST_CODE,
        '^apps/renderer/src/features/',
        '^apps/monitoring-relay/src/processing/',
      ],
    },
    to: { path: '^libs/events/' },
  },
  {
    name: 'renderer-platform-knows-no-feature',
    comment: '5: it carries any product; product.ts alone says which.',
    severity: 'error',
    from: {
      path: '^apps/renderer/src/',
      pathNot: ['^apps/renderer/src/features/', '^apps/renderer/src/product\\.ts$'],
    },
    to: { path: '^apps/renderer/src/features/' },
  },
  {
    name: 'internals-of-nest-in-one-file',
    comment: '5: a new version of Nest is tried against one file.',
    severity: 'error',
    from: {
      path: '^(?:apps|libs)/',
      pathNot: [...TEST_CODE, '^apps/renderer/src/rendering/nest-internals\\.ts$'],
    },
    to: { path: '(?:^|node_modules/)@nestjs/[^/]+/(?!index\\.)' },
  },
  {
    name: 'rendering-stands-on-libraries',
    comment: '5: its views are plain; a product gives its own design system.',
    severity: 'error',
    from: { path: '^apps/renderer/src/rendering/', pathNot: SPEC },
    to: { path: '^apps/renderer/src/', pathNot: '^apps/renderer/src/rendering/' },
  },
  {
    name: 'platform-knows-no-capability',
    comment: '5: it carries any product.',
    severity: 'error',
    from: {
      path: [
        '^apps/renderer/src/(?:rendering|ui|browser|config|ingest)/',
        '^apps/monitoring-relay/src/(?:config|database|envelope|forwarding|health|intake|jobs|keys|metrics|monitoring|operation|outcomes|spool)/',
      ],
      pathNot: SPEC,
    },
    to: { path: '^libs/product/' },
  },
  {
    name: 'relay-platform-knows-no-processing',
    comment:
      '5: without processing/ a relay that takes and keeps is left; product.ts alone says what more.',
    severity: 'error',
    from: {
      path: '^apps/monitoring-relay/src/',
      pathNot: [
        '^apps/monitoring-relay/src/processing/',
        '^apps/monitoring-relay/src/product\\.ts$',
      ],
    },
    to: { path: '^apps/monitoring-relay/src/processing/' },
  },
  {
    name: 'processing-imports-recording-alone',
    comment: '5: what else becomes of reports are steps and jobs that capabilities register.',
    severity: 'error',
    from: {
      path: '^apps/monitoring-relay/src/processing/',
      // The entry of a worker thread puts parts together, as `product.ts` does, and may import all
      // of them.
      pathNot: [SPEC, '\\.worker\\.ts$'],
    },
    to: { path: '^libs/product/', pathNot: '^libs/product/recording/[^/]+/(?:relay/)?index\\.ts$' },
  },
  {
    name: 'relay-without-react',
    comment: '5: the renderer makes the pages.',
    severity: 'error',
    from: { path: '^apps/monitoring-relay/' },
    to: { path: ['^libs/client-runtime/', npm('react', 'react-dom')] },
  },
  {
    name: 'feature-to-feature-by-index',
    comment: '5: what others may use, a feature names in its index.ts.',
    severity: 'error',
    from: { path: '^apps/([^/]+)/src/features/([^/]+/[^/]+)/' },
    to: {
      path: '^apps/$1/src/features/',
      pathNot: [
        '^apps/$1/src/features/$2/',
        '^apps/$1/src/features/[^/]+/[^/]+/(?:views/)?index\\.ts$',
      ],
    },
  },
  {
    name: 'features-stand-on-the-platform',
    comment:
      '5: rendering, charts, ui, config, libs; not the composition root, not the browser entry.',
    severity: 'error',
    from: {
      path: '^apps/renderer/src/features/',
      pathNot: [SPEC, '^apps/renderer/src/features/[^/]+/[^/]+/browser/'],
    },
    to: {
      path: '^apps/renderer/src/',
      pathNot: '^apps/renderer/src/(?:features|rendering|charts|ui|config)/',
    },
  },
];

const LOADERS = '^apps/renderer/src/features/.+(?:\\.controller|-layout)\\.ts$';
const GIVES_TYPES = ['\\.dto\\.ts$', LOADERS];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const layers = [
  {
    name: 'browser-code-stays-in-the-browser',
    comment: '7: never a service, store, Nest, Kysely or node:.',
    severity: 'error',
    from: { path: BROWSER_CODE, pathNot: SPEC },
    to: {
      pathNot: [...BROWSER_CODE, BROWSER_LIBS, ...GIVES_TYPES, npm(...BROWSER_PACKAGES)],
    },
  },
  {
    name: 'browser-code-takes-types-alone',
    comment:
      '7: a view may `import type` from a controller and a *.dto.ts; their code stays on the server.',
    severity: 'error',
    from: { path: BROWSER_CODE, pathNot: SPEC },
    to: { path: GIVES_TYPES, dependencyTypesNot: TYPES_ALONE },
  },
  {
    name: 'views-know-their-own-controller',
    comment: '7: the props of a page are what its own controller or layout returns.',
    severity: 'error',
    from: { path: '^(apps/renderer/src/features/[^/]+/[^/]+)/.*views/', pathNot: SPEC },
    to: { path: LOADERS, pathNot: '^$1/' },
  },
  {
    name: 'server-code-takes-types-from-views',
    comment: '6: the server build leaves browser code out; it knows the type of a view, no more.',
    severity: 'error',
    from: {
      path: '^apps/renderer/src/',
      pathNot: [SPEC, ...BROWSER_CODE],
    },
    to: { path: BROWSER_CODE, dependencyTypesNot: TYPES_ALONE },
  },
  {
    name: 'controllers-know-no-sql',
    comment: '8: controller -> rules and store; a service where two doors share a rule.',
    severity: 'error',
    from: { path: '\\.controller\\.ts$' },
    to: { path: ['^libs/(?:persistence|sqlite)/', npm('kysely', 'pg')] },
  },
  {
    name: 'services-know-no-http',
    comment: '7: services know no HTTP.',
    severity: 'error',
    from: { path: '\\.service\\.ts$' },
    to: {
      path: [
        '^(?:node:)?https?$',
        '\\.controller\\.ts$',
        npm('express', '@nestjs/platform-express'),
      ],
    },
  },
  {
    name: 'only-stores-import-kysely',
    comment: '7: only they speak SQL, and the machinery below them.',
    severity: 'error',
    from: { pathNot: '^libs/(?:persistence|product/testing|product/[^/]+/[^/]+/store)/' },
    to: { path: npm('kysely') },
  },
  {
    name: 'drivers-in-persistence-and-spool',
    comment: '7: the spool is a file of the relay alone, so it holds its driver itself.',
    severity: 'error',
    from: {
      path: '^(?:apps|libs)/',
      pathNot: [...TEST_CODE, '^libs/(?:persistence|sqlite)/', '^apps/monitoring-relay/src/spool/'],
    },
    to: { path: ['^libs/sqlite/', npm('pg', 'pg-copy-streams')] },
  },
  {
    name: 'sqlite-by-its-lib',
    comment: '7: node:sqlite names its errors otherwise, and takes missing parameters for null.',
    severity: 'error',
    from: { path: '^(?:apps|libs)/', pathNot: [SPEC, '^libs/sqlite/'] },
    to: { path: '^(?:node:)?sqlite$' },
  },
  {
    name: 'pure-rules',
    comment: '8: values in, values out; no I/O, no framework. A hash is a value of its input.',
    severity: 'error',
    from: { path: PURE_CODE, pathNot: TEST_CODE },
    to: {
      pathNot: [...PURE_CODE, '^libs/shared/', '^(?:node:)?crypto$', npm('bowser', 'isbot')],
      dependencyTypesNot: TYPES_ALONE,
    },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
const scripts = [
  {
    name: 'start-needs-no-package',
    comment: 'npm start and npm test run before anything is installed.',
    severity: 'error',
    from: { path: '^scripts/(?:start|test)\\.mjs$' },
    to: { path: '(?:^|/)node_modules/', reachable: true },
  },
  {
    name: 'scripts-know-no-source',
    comment: 'Scripts run what was built.',
    severity: 'error',
    from: { path: '^scripts/' },
    to: { path: '^(?:apps|libs|bench|prove|test)/' },
  },
];

/** @type {import('dependency-cruiser').IForbiddenRuleType[]} */
export const forbidden = [...everywhere, ...libs, ...apps, ...layers, ...scripts];

/** @type {import('dependency-cruiser').ICruiseOptions} */
export const options = {
  parser: 'tsc',
  tsPreCompilationDeps: true,
  doNotFollow: { path: '(?:^|/)node_modules/' },
  exclude: { path: '^(?:dist|data|coverage)/' },
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['errata-src', 'import', 'node', 'default', 'types'],
  },
};
