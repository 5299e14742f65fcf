import type { Stores } from '#product';
import { alertJobs } from '#product/alerting/alerts/relay';
import { deliveryJobs } from '#product/alerting/channels/relay';
import { cronJobs } from '#product/alerting/crons/relay';
import { outboxJobs } from '#product/alerting/outbox/relay';
import { spanRule } from '#product/performance/segments/relay';
import { erasureJobs } from '#product/operation/erasing/relay';
import { segmentJobs } from '#product/performance/segments/relay';
import { auditJobs } from '#product/people/audit/relay';
import { artifactJobs, EventMaps } from '#product/recording/artifacts/relay';
import { nameJobs } from '#product/recording/counts/relay';
import { filterRule } from '#product/recording/filters/relay';
import { groupingRule } from '#product/recording/grouping-rules/relay';
import { trendJobs } from '#product/recording/issues/relay';
import { outcomeJobs } from '#product/recording/outcomes/relay';
import { logJobs, logRule } from '#product/recording/logs/relay';
import { releaseHealthJobs } from '#product/recording/release-health/relay';
import { privacyRule } from '#product/recording/privacy/relay';
import { tagJobs } from '#product/recording/tags/relay';
import { deletionJobs } from '#product/retention/deletion/relay';
import { projectDeletionJobs } from '#product/retention/project-deletion/relay';
import { retentionJobs } from '#product/retention/retention/relay';
import { spaceJobs } from '#product/retention/space/relay';
import { bulkJobs } from '#product/triage/bulk/relay';
import { reprocessingJobs } from '#product/triage/reprocessing/relay';
import { mergeJobs } from '#product/triage/states/relay';
import type { EventMapping } from '#product/recording/reports/relay';
import type { Clock, DeliverySettings, Job } from '#shared';

export const projectRules = [filterRule, privacyRule, groupingRule, logRule, spanRule];

const lists = [
  auditJobs,
  artifactJobs,
  tagJobs,
  nameJobs,
  trendJobs,
  outcomeJobs,
  releaseHealthJobs,
  logJobs,
  segmentJobs,
  deletionJobs,
  projectDeletionJobs,
  spaceJobs,
  retentionJobs,
  outboxJobs,
  deliveryJobs,
  alertJobs,
  cronJobs,
  mergeJobs,
  bulkJobs,
  reprocessingJobs,
  erasureJobs,
] as const;

type Merged<U> = (U extends unknown ? (each: U) => void : never) extends (each: infer I) => void
  ? I
  : never;

export type DatabaseJobParts = Merged<Parameters<(typeof lists)[number]>[0]>;

/**
 * Lists the jobs of all capabilities that use the database. These jobs run in the thread that
 * processes reports, because SQLite blocks its thread. The thread that answers requests never loads
 * this file.
 */
export function listDatabaseJobs(parts: DatabaseJobParts): readonly Job[] {
  return lists.flatMap((list) => list(parts));
}

export function mappingOver(stores: Pick<Stores, 'artifacts' | 'artifactBundles'>) {
  return (clock: Clock): EventMapping => new EventMaps({ ...stores, clock });
}

export function jobsOver(stores: Stores, delivery?: DeliverySettings) {
  return (parts: Omit<DatabaseJobParts, keyof Stores | 'delivery'>): readonly Job[] =>
    listDatabaseJobs({ ...stores, ...parts, delivery });
}
