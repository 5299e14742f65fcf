import { idempotency } from './platform/idempotency/index.ts';
import { installation } from './platform/installation/index.ts';
import { accounts } from './product/accounts/index.ts';
import { alerts } from './product/alerts/index.ts';
import { audit } from './product/audit/index.ts';
import { attachments } from './product/attachments/index.ts';
import { bulk } from './product/bulk/index.ts';
import { counts } from './product/counts/index.ts';
import { preferences } from './product/preferences/index.ts';
import { channels } from './product/channels/index.ts';
import { deletion } from './product/deletion/index.ts';
import { erasing } from './product/erasing/index.ts';
import { events } from './product/events/index.ts';
import { failedReports } from './product/failed-reports/index.ts';
import { finding } from './product/finding/index.ts';
import { feedback } from './product/feedback/index.ts';
import { groupingRules } from './product/grouping-rules/index.ts';
import { issues } from './product/issues/index.ts';
import { merging } from './product/merging/index.ts';
import { jobs } from './product/jobs/index.ts';
import { operatorAlerts } from './product/operator-alerts/index.ts';
import { monitors } from './product/monitors/index.ts';
import { outbox } from './product/outbox/index.ts';
import { outcomes } from './product/outcomes/index.ts';
import { projectDeletion } from './product/project-deletion/index.ts';
import { projects } from './product/projects/index.ts';
import { recording } from './product/recording/index.ts';
import { releases } from './product/releases/index.ts';
import { retention } from './product/retention/index.ts';
import { savedSearches } from './product/saved-searches/index.ts';
import { search } from './product/search/index.ts';
import { settings } from './product/settings/index.ts';
import { space } from './product/space/index.ts';
import { storage } from './product/storage/index.ts';
import { tags } from './product/tags/index.ts';
import { trend } from './product/trend/index.ts';
import { triage } from './product/triage/index.ts';

/**
 * The one list of capabilities: stores, tables, migrations and the steps of recording derive from it. Steps that lock
 * alike run in this order.
 */
export const capabilities = {
  platform: [installation, idempotency],
  product: [
    projects,
    accounts,
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
  ],
} as const;
