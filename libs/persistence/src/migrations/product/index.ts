import type { SchemaMigration } from '../migration.ts';
import { projects } from './0001-projects.ts';
import { issues } from './0002-issues.ts';
import { events } from './0003-events.ts';
import { processedReports } from './0004-processed-reports.ts';
import { accounts } from './0005-accounts.ts';
import { triage } from './0006-triage.ts';
import { deletion } from './0007-deletion.ts';
import { issuesByProject } from './0008-issues-by-project.ts';
import { outcomes } from './0009-outcomes.ts';
import { attachments } from './0010-attachments.ts';
import { rates } from './0011-rates.ts';
import { belongings } from './0012-belongings.ts';
import { allowedOrigins } from './0013-allowed-origins.ts';
import { feedbackWritten } from './0014-feedback-written.ts';
import { awaitingFiles } from './0015-awaiting-files.ts';
import { zstandardPayloads } from './0016-zstandard-payloads.ts';
import { storageBounds } from './0017-storage-bounds.ts';
import { packedAttachments } from './0018-packed-attachments.ts';
import { jobLeases } from './0021-job-leases.ts';

/** What Errata adds to the platform. */
export const productMigrations: readonly SchemaMigration[] = [
  projects,
  issues,
  events,
  processedReports,
  accounts,
  triage,
  deletion,
  issuesByProject,
  outcomes,
  attachments,
  rates,
  belongings,
  allowedOrigins,
  feedbackWritten,
  awaitingFiles,
  zstandardPayloads,
  storageBounds,
  packedAttachments,
  jobLeases,
];
