import { createLongReads, createStores } from '#product';
import type { Database, MigrationSet } from '#persistence';
import { SystemClock } from '#shared';
import type { RendererConfig, RunningConfig } from './config/renderer-config.ts';
import type { Boot } from './features/people/console/browser/boot.ts';
import {
  AccountsModule,
  findAccess,
  isOfProgram,
  openAccounts,
} from './features/people/accounts/index.ts';
import { AlertsModule } from './features/alerting/alerts/index.ts';
import { AttachmentsModule } from './features/recording/attachments/index.ts';
import { AuditModule } from './features/people/audit/index.ts';
import { ChangesModule } from './features/recording/changes/index.ts';
import { BulkModule } from './features/triage/bulk/index.ts';
import { BoundsModule } from './features/retention/bounds/index.ts';
import { ChannelsModule } from './features/alerting/channels/index.ts';
import { CodeColoursModule } from './features/recording/code-colours/index.ts';
import { CodeLinksModule } from './features/recording/code-links/index.ts';
import { KeysModule } from './features/recording/keys/index.ts';
import { ConsoleLayout, ConsoleModule } from './features/people/console/index.ts';
import { CronsModule } from './features/alerting/crons/index.ts';
import { DeletionModule } from './features/retention/deletion/index.ts';
import { DemoModule } from './features/operation/demo/index.ts';
import { EventListModule } from './features/triage/event-list/index.ts';
import { FeedbackModule } from './features/recording/feedback/index.ts';
import { FindModule } from './features/recording/finding/index.ts';
import { createConnectionRules, ingestProxy, RelayIntake } from './ingest/index.ts';
import { GettingStartedModule } from './features/triage/getting-started/index.ts';
import { HelpModule } from './features/people/help/index.ts';
import { HistoryModule } from './features/triage/history/index.ts';
import { IssueApiModule } from './features/triage/issue-api/index.ts';
import { McpModule } from './features/triage/mcp/index.ts';
import { IssueTagsModule } from './features/triage/issue-tags/index.ts';
import { IssueListModule } from './features/triage/issue-list/index.ts';
import { IssuesModule } from './features/triage/issue-pages/index.ts';
import { FiltersModule } from './features/recording/filters/index.ts';
import { GroupingModule } from './features/recording/grouping/index.ts';
import { GroupingRulesModule } from './features/recording/grouping-rules/index.ts';
import { ProjectDeletionModule } from './features/retention/project-deletion/index.ts';
import { ProjectHealthModule } from './features/retention/project-health/index.ts';
import { DataModule } from './features/retention/project-data/index.ts';
import { LogsModule } from './features/recording/logs/index.ts';
import { MergingModule } from './features/triage/merging/index.ts';
import { MembersModule } from './features/projects/members/index.ts';
import { OperationsModule } from './features/performance/operations/index.ts';
import { OperationModule } from './features/operation/operation/index.ts';
import { OperatorAlertsModule } from './features/alerting/operator-alerts/index.ts';
import { PeopleModule } from './features/projects/people/index.ts';
import { PrivacyModule } from './features/recording/privacy/index.ts';
import { PersonDataModule } from './features/operation/erasing/index.ts';
import {
  ownProjectSlug,
  ProjectsModule,
  ProjectsService,
  toSelfMonitoring,
} from './features/projects/projects/index.ts';
import { ReprocessingModule } from './features/triage/reprocessing/index.ts';
import { ReleaseHealthModule } from './features/recording/release-health/index.ts';
import { ReleasesModule } from './features/recording/releases/index.ts';
import { RetentionModule } from './features/retention/retention/index.ts';
import { ProvidersModule } from './features/projects/providers/index.ts';
import { SegmentsModule } from './features/performance/segments/index.ts';
import { SecondFactorModule } from './features/people/second-factor/index.ts';
import { SearchModule } from './features/recording/search/index.ts';
import { SuspectCommitsModule } from './features/recording/suspect-commits/index.ts';
import { SavedSearchesModule } from './features/triage/saved-searches/index.ts';
import { StatesModule } from './features/triage/states/index.ts';
import { SettingsModule } from './features/people/settings/index.ts';
import { ArtifactsModule } from './features/recording/artifacts/index.ts';
import { ApiModule, refuseUnknown } from './features/people/api/index.ts';
import { WhyNowModule } from './features/triage/why-now/index.ts';
import { TokensModule } from './features/people/tokens/index.ts';
import { PortsModule } from './ports.module.ts';
import type { Product, ProductFront } from './rendering/index.ts';

export const migrationSets: readonly MigrationSet[] = ['platform', 'product'];

const PROXY_NOTICE =
  'PUBLIC_URL is https, so a proxy stands before Errata. Name the proxy in TRUST_PROXY; otherwise all visitors share one limit on sign-in attempts.';

function isProxied({ publicUrl }: RendererConfig): boolean {
  return publicUrl.startsWith('https:');
}

export function createFront(config: RunningConfig): ProductFront {
  const { basePath, relayUrl } = config;
  return {
    name: 'Errata',
    // The proxy runs before the platform's middlewares, so that the relay's answers keep their own
    // headers.
    first: [ingestProxy(config)],
    connectionRules: createConnectionRules(basePath),
    intake: new RelayIntake({ relayUrl, fetch: (url, init) => fetch(url, init) }),
  };
}

/** Modules of the capabilities. Nest tries their routes in this order. */
const FEATURES = [
  AccountsModule,
  ConsoleModule,
  ChangesModule,
  ProjectsModule,
  MembersModule,
  RetentionModule,
  ProjectDeletionModule,
  CodeColoursModule,
  CodeLinksModule,
  SuspectCommitsModule,
  KeysModule,
  PrivacyModule,
  BoundsModule,
  PeopleModule,
  AuditModule,
  SecondFactorModule,
  ProvidersModule,
  ApiModule,
  TokensModule,
  ArtifactsModule,
  OperationModule,
  OperatorAlertsModule,
  HelpModule,
  SettingsModule,
  GettingStartedModule,
  DeletionModule,
  HistoryModule,
  MergingModule,
  ReprocessingModule,
  StatesModule,
  EventListModule,
  // `IssuesModule` serves `issues/:id`, which also matches the addresses of these two.
  BulkModule,
  SavedSearchesModule,
  IssueListModule,
  IssuesModule,
  IssueTagsModule,
  WhyNowModule,
  IssueApiModule,
  McpModule,
  FindModule,
  FiltersModule,
  GroupingModule,
  GroupingRulesModule,
  ReleasesModule,
  ReleaseHealthModule,
  LogsModule,
  SegmentsModule,
  OperationsModule,
  DataModule,
  ProjectHealthModule,
  SearchModule,
  PersonDataModule,
  DemoModule,
  ChannelsModule,
  AlertsModule,
  CronsModule,
  AttachmentsModule,
  FeedbackModule,
];

/**
 * This is the only file outside of `features/` that names features. Another product replaces this
 * file (docs/build-your-own.md).
 */
export async function createProduct(config: RunningConfig, database: Database): Promise<Product> {
  const stores = createStores(database, { secret: config.secret });
  const clock = new SystemClock();
  await stores.projects.ensure(config.projects);
  await stores.projectSettings.ensureErrorKey(ownProjectSlug, clock.nowMs());
  const [projects, keys] = await Promise.all([stores.projects.list(), stores.projects.listKeys()]);
  const accounts = await openAccounts({ config, stores, clock });
  const setUpUrl = accounts.unowned && config.publicUrl + accounts.unowned.setUpAddress;
  const { server, browser, connectOrigin } = toSelfMonitoring(config, projects, keys);
  const { release, environment } = config;
  const boot: Boot = browser ? { monitoring: { ...browser, release, environment } } : {};
  return {
    layouts: [ConsoleLayout],
    outcomes: AccountsModule,
    programs: { has: isOfProgram, refuseUnknown },
    modules: [
      PortsModule.forRoot({
        stores,
        longReads: createLongReads(database, { secret: config.secret }),
        config,
        opened: accounts.providers,
      }),
      ...FEATURES,
    ],
    // The DSN goes only to signed-in people.
    boot: (request) => (findAccess(request)?.user ? boot : undefined),
    contentSources: connectOrigin === undefined ? {} : { 'connect-src': [connectOrigin] },
    reporting: server ? { ...server, release, environment } : undefined,
    // Readers without an account have no id. Their idempotency keys share one scope.
    visitor: (request) => findAccess(request)?.id,
    visitorName: (request) => {
      const user = findAccess(request)?.user;
      return user?.name ?? user?.email;
    },
    bearer: accounts.bearer,
    standing: (request) => findAccess(request)?.standing,
    mayPrefetch: (request) => findAccess(request)?.canRead ?? false,
    reservedUntil: accounts.unowned?.until,
    notices: [
      ...(setUpUrl === undefined
        ? []
        : [`Errata has no owner yet, and only this link lets anybody in. Set it up: ${setUpUrl}`]),
      ...(isProxied(config) && config.trustProxy === undefined ? [PROXY_NOTICE] : []),
    ],
    describe: async () => ({
      projects: await new ProjectsService(stores.projects, config).listDsns(),
      setUpUrl,
    }),
  };
}
