import { idempotency, installation, jobs } from '#persistence/stores';
import { accounts, preferences } from '#product/people/accounts';
import { alerts } from '#product/alerting/alerts';
import { audit } from '#product/people/audit';
import { attachments } from '#product/recording/attachments';
import { feedback } from '#product/recording/feedback';
import { changes } from '#product/recording/changes';
import { filters } from '#product/recording/filters';
import { bulk } from '#product/triage/bulk';
import { codeLinks } from '#product/recording/code-links';
import { counts } from '#product/recording/counts';
import { channels } from '#product/alerting/channels';
import { deletion } from '#product/retention/deletion';
import { erasing } from '#product/operation/erasing';
import { events, storage } from '#product/recording/storage';
import { failedReports } from '#product/recording/failed-reports';
import { finding } from '#product/recording/finding';
import { groupingRules } from '#product/recording/grouping-rules';
import { issues, search, trend } from '#product/recording/issues';
import { merging, triage } from '#product/triage/states';
import { operatorAlerts } from '#product/alerting/operator-alerts';
import { monitors } from '#product/alerting/crons';
import { outbox } from '#product/alerting/outbox';
import { outcomes } from '#product/recording/outcomes';
import { projectDeletion } from '#product/retention/project-deletion';
import { projects, settings } from '#product/projects/projects';
import { recording } from '#product/recording/record';
import { members } from '#product/projects/members';
import { providers } from '#product/projects/providers';
import { releases } from '#product/recording/releases';
import { logs } from '#product/recording/logs';
import { releaseHealth } from '#product/recording/release-health';
import { privacy } from '#product/recording/privacy';
import { projectHealth } from '#product/retention/project-health';
import { retention } from '#product/retention/retention';
import { secondFactor } from '#product/people/second-factor';
import { savedSearches } from '#product/triage/saved-searches';
import { reprocessing } from '#product/triage/reprocessing';
import { space } from '#product/retention/space';
import { operations } from '#product/performance/operations';
import { segments } from '#product/performance/segments';
import { tags } from '#product/recording/tags';
import { artifacts } from '#product/recording/artifacts';
import { tokens } from '#product/people/tokens';

/**
 * Lists every capability. Stores, tables, migrations and recording steps derive from this list.
 * Recording steps that lock the same kind of rows run in this order.
 */
export const capabilities = {
  platform: [installation, idempotency],
  product: [
    projects,
    accounts,
    members,
    issues,
    search,
    releases,
    events,
    recording,
    triage,
    merging,
    attachments,
    finding,
    feedback,
    releaseHealth,
    logs,
    segments,
    operations,
    outcomes,
    storage,
    deletion,
    projectDeletion,
    outbox,
    jobs,
    settings,
    audit,
    failedReports,
    retention,
    space,
    erasing,
    tags,
    counts,
    preferences,
    trend,
    bulk,
    savedSearches,
    alerts,
    channels,
    groupingRules,
    operatorAlerts,
    monitors,
    tokens,
    artifacts,
    reprocessing,
    changes,
    filters,
    privacy,
    codeLinks,
    projectHealth,
    secondFactor,
    providers,
  ],
} as const;
