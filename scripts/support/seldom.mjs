/**
 * Specs that take long and whose subject changes seldom, with the files that they cover. `npm test`
 * leaves out those whose files have not changed since they passed in this clone; `--all` runs them.
 * Every row also covers its specs, `test/support` and the lock file. `cpuSeconds` is what the specs
 * cost on two cores.
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
      'apps/renderer/src/rendering',
      'apps/renderer/test/platform',
      'apps/monitoring-relay/src',
      'libs/client-runtime',
      'libs/shared',
      'libs/persistence',
      'scripts',
    ],
    cpuSeconds: 100,
  },
  {
    name: 'taking out',
    specs: ['test/taking-out.e2e.spec.ts'],
    covers: ['apps', 'libs', 'prove/taking-out'],
    cpuSeconds: 70,
  },
  {
    name: 'compose and the image',
    specs: ['test/compose.e2e.spec.ts'],
    covers: [
      'docker-compose.yml',
      'Dockerfile',
      'scripts',
      'apps/renderer/src/config',
      'apps/monitoring-relay/src/config',
      'apps/monitoring-relay/src/backup',
      'libs/supervision',
    ],
    cpuSeconds: 37,
  },
  {
    name: 'npm start',
    specs: [
      'test/start.e2e.spec.ts',
      'test/older-node.e2e.spec.ts',
      'test/smoke-test.e2e.spec.ts',
      'test/command-line.e2e.spec.ts',
      'test/main-job.e2e.spec.ts',
    ],
    covers: [
      'scripts',
      'libs/supervision',
      'libs/command-line',
      '.github',
      'apps/renderer/src/config',
    ],
    cpuSeconds: 60,
  },
  {
    name: 'earlier releases',
    specs: ['test/kept-releases.e2e.spec.ts', 'test/upgrade.e2e.spec.ts'],
    covers: [
      'test/releases',
      'libs/persistence',
      'libs/product',
      'apps/monitoring-relay/src/spool',
    ],
    cpuSeconds: 17,
  },
  {
    name: 'SDKs and clients',
    specs: [
      'test/sdks/issue-clients.e2e.spec.ts',
      'test/sdks/sentry-cli-releases.e2e.spec.ts',
      'test/sdks/source-maps.e2e.spec.ts',
      'test/sdks/server-sdks.e2e.spec.ts',
      'test/sdks/sessions.e2e.spec.ts',
      'test/sdks/logs.e2e.spec.ts',
      'test/sdks/browser-sdks.e2e.spec.ts',
    ],
    covers: [
      'apps/monitoring-relay/src',
      'apps/renderer/src/features/people/tokens',
      'apps/renderer/src/features/recording',
      'libs/events',
      'libs/product/recording',
      'test/fixtures',
    ],
    cpuSeconds: 110,
  },
  {
    name: 'Firefox',
    specs: ['apps/renderer/test/firefox-tour.e2e.spec.ts'],
    covers: ['apps/renderer/src', 'apps/renderer/test/support', 'libs/client-runtime'],
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
      'libs/http',
    ],
    cpuSeconds: 10,
  },
];
