/**
 * Specs that take long and whose subject changes seldom, with the files that they are about. `npm
 * test` leaves out a row whose files have not changed since its specs passed in this clone; `--all`
 * runs it. Specs also pass through files that are not named here, and those have specs of their own.
 * Each row covers its specs and what `left-out.mjs` adds. `cpuSeconds` is the cost on two cores.
 *
 * @type {readonly {
 *   name: string, specs: readonly string[], covers: readonly string[], cpuSeconds: number,
 * }[]}
 */
export const seldom = [
  {
    name: 'a product of one’s own',
    specs: ['test/build-your-own.e2e.spec.ts'],
    covers: [
      'docs/build-your-own.md',
      '.dockerignore',
      'apps/renderer/src/browser',
      'apps/renderer/src/config',
      'apps/renderer/src/ingest',
      'apps/renderer/src/rendering',
      'apps/renderer/src/ui',
      'apps/renderer/test/platform',
      'apps/renderer/vite.config.ts',
      'apps/renderer/server.vite.config.ts',
      'apps/monitoring-relay',
      'libs/client-runtime',
      'libs/http',
      'libs/persistence',
      'libs/shared',
      'libs/sqlite',
      'libs/supervision',
      'libs/telemetry',
    ],
    cpuSeconds: 100,
  },
  {
    name: 'taking out',
    specs: ['test/taking-out.e2e.spec.ts'],
    covers: ['apps', 'libs', 'prove/taking-out', 'bench/processes'],
    cpuSeconds: 70,
  },
  {
    name: 'compose and the image',
    specs: ['test/compose.e2e.spec.ts'],
    covers: [
      'docker-compose.yml',
      'Dockerfile',
      '.dockerignore',
      'apps/renderer/src/config',
      'apps/monitoring-relay/src/config',
      'apps/monitoring-relay/src/backup',
      'libs/supervision',
      'test/fixtures/node-app.mjs',
    ],
    cpuSeconds: 37,
  },
  {
    name: 'npm start',
    specs: ['test/start.e2e.spec.ts', 'test/older-node.e2e.spec.ts', 'test/smoke-test.e2e.spec.ts'],
    covers: [
      'apps/renderer/src/config',
      'apps/renderer/src/main.ts',
      'apps/renderer/src/start.ts',
      'apps/monitoring-relay/src/config',
      'apps/monitoring-relay/src/main.ts',
      'libs/supervision',
    ],
    cpuSeconds: 40,
  },
  {
    name: 'earlier releases',
    specs: ['test/kept-releases.e2e.spec.ts'],
    covers: [
      'test/releases',
      'apps/monitoring-relay/src/spool',
      'libs/persistence',
      'libs/product',
      'libs/sqlite',
    ],
    cpuSeconds: 10,
  },
  {
    name: 'SDKs and clients',
    specs: [
      'test/sdks/issue-clients.e2e.spec.ts',
      'test/sdks/sentry-cli-releases.e2e.spec.ts',
      'test/sdks/source-maps.e2e.spec.ts',
      'test/sdks/server-sdks.e2e.spec.ts',
      'test/sdks/browser-sdks.e2e.spec.ts',
    ],
    covers: [
      'apps/monitoring-relay/src',
      'apps/renderer/src/ingest',
      'apps/renderer/src/features/people/tokens',
      'apps/renderer/src/features/recording',
      'apps/renderer/src/features/triage/issue-api',
      'libs/events',
      'libs/product/people/tokens',
      'libs/product/recording',
      'test/fixtures',
    ],
    cpuSeconds: 110,
  },
  {
    name: 'Firefox',
    specs: ['apps/renderer/test/firefox-tour.e2e.spec.ts'],
    covers: ['apps/renderer', 'libs/client-runtime', 'libs/shared/src/page-data'],
    cpuSeconds: 32,
  },
  {
    name: 'proxies',
    specs: ['test/proxy.e2e.spec.ts', 'test/tunnel.e2e.spec.ts'],
    covers: [
      'docs/proxy.md',
      'docs/tunnel.md',
      'apps/renderer/src/ingest',
      'apps/renderer/src/rendering',
      'apps/renderer/src/config',
      'apps/monitoring-relay/src/intake',
      'libs/http',
    ],
    cpuSeconds: 10,
  },
];
