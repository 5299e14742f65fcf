import { createStores } from '#persistence';
import type { Database, MigrationSet } from '#persistence';
import { SystemClock } from '#shared';
import type { Boot } from './browser/boot.ts';
import type { RendererConfig } from './config/renderer-config.ts';
import { toSelfMonitoring } from './config/self-monitoring.ts';
import { ConsoleLayout, ConsoleModule } from './features/console/index.ts';
import { ingestProxy } from './features/ingest/index.ts';
import { IssuesModule } from './features/issues/index.ts';
import { ProjectsModule, ProjectsService } from './features/projects/index.ts';
import type { Product } from './rendering/index.ts';

/** What of the database this product needs. */
export const migrationSets: readonly MigrationSet[] = ['platform', 'product'];

/**
 * Errata: the only file outside of `features/` that names one. Another product on the same platform is
 * another such file (docs/build-your-own.md).
 */
export async function createProduct(config: RendererConfig, database: Database): Promise<Product> {
  const stores = createStores(database);
  const clock = new SystemClock();
  await stores.projects.ensure(config.projects);
  const [projects, keys] = await Promise.all([stores.projects.list(), stores.projects.listKeys()]);
  const monitoring = toSelfMonitoring(config, projects, keys);
  const { release, environment } = config;
  const boot: Boot = monitoring
    ? { monitoring: { ...monitoring.browser, release, environment } }
    : {};
  return {
    name: 'Errata',
    layouts: [ConsoleLayout],
    modules: [
      ConsoleModule.forRoot({ relayUrl: config.relayUrl, clock }),
      ProjectsModule.forRoot({ projects: stores.projects, options: config }),
      IssuesModule.forRoot({ stores, clock }),
    ],
    // Before the platform: what the relay answers is its own, headers included.
    first: [ingestProxy(config.relayUrl)],
    boot,
    connectOrigins: monitoring?.connectOrigin ? [monitoring.connectOrigin] : [],
    ...(monitoring ? { reporting: { ...monitoring.server, release, environment } } : {}),
    describe: async () => ({
      projects: await new ProjectsService(stores.projects, config).listDsns(),
    }),
  };
}
