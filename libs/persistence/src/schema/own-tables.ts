import type { Schema } from './schema.ts';

const SCHEMA: Readonly<Record<keyof Schema, true>> = {
  installation: true,
  kept_builds: true,
  kept_assets: true,
  idempotency_keys: true,
  projects: true,
  project_keys: true,
  issues: true,
  grouping_keys: true,
  events: true,
  event_payloads: true,
  event_hours: true,
  event_minutes: true,
  key_users: true,
  kept_hours: true,
  storage_budget: true,
  storage_days: true,
  processed_reports: true,
  issue_comments: true,
  issue_history: true,
  releases: true,
  outcome_hours: true,
  outcome_minutes: true,
  attachments: true,
  attachment_chunks: true,
  feedback: true,
  discard_hours: true,
  discard_minutes: true,
  job_leases: true,
  users: true,
  sessions: true,
  memberships: true,
  invitations: true,
  invitation_projects: true,
  sign_in_attempts: true,
};

/** All tables that the migrations of this version make, with those in which it is noted which have run. */
export const ownTables: ReadonlySet<string> = new Set([
  ...Object.keys(SCHEMA),
  ...['platform', 'product'].flatMap((set) => [`migrations_${set}`, `migrations_${set}_lock`]),
]);
