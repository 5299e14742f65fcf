import type { Job } from '#shared';
import { inShortSteps, type JobTimes, seldom } from '#telemetry/plain';
import type { AuditStore } from '../index.ts';

/**
 * Maximum number of stored entries, enough for some hundred changes a day for a year. An entry
 * takes some hundred bytes.
 */
const MOST_ENTRIES = 100_000;

export interface AuditJobParts extends JobTimes {
  readonly audit: Pick<AuditStore, 'removeOld'>;
}

export function auditJobs({ audit, ...times }: AuditJobParts): readonly Job[] {
  return [
    inShortSteps(
      { name: 'old-audit', ...seldom, step: () => audit.removeOld(MOST_ENTRIES) },
      times,
    ),
  ];
}
