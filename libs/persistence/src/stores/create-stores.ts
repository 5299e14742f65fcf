import type { Database } from '../database.ts';
import { KyselyDatabase } from '../kysely-database.ts';
import { packChunk } from '../payload/packed-chunk.ts';
import type { InvitationStore } from './accounts/invitation.store.ts';
import { KyselyInvitationStore } from './accounts/kysely-invitation.store.ts';
import { KyselyMembershipStore } from './accounts/kysely-membership.store.ts';
import { KyselySessionStore } from './accounts/kysely-session.store.ts';
import { KyselySignInAttemptStore } from './accounts/kysely-sign-in-attempt.store.ts';
import { KyselyUserStore } from './accounts/kysely-user.store.ts';
import type { MembershipStore } from './accounts/membership.store.ts';
import type { SessionStore } from './accounts/session.store.ts';
import type { SignInAttemptStore } from './accounts/sign-in-attempt.store.ts';
import type { UserStore } from './accounts/user.store.ts';
import type { AttachmentStore } from './attachments/attachment.store.ts';
import { KyselyAttachmentStore } from './attachments/kysely-attachment.store.ts';
import type { DeletionStore } from './deletion.store.ts';
import type { EventStore } from './event.store.ts';
import type { FeedbackStore } from './feedback/feedback.store.ts';
import { KyselyFeedbackStore } from './feedback/kysely-feedback.store.ts';
import type { IdempotencyStore } from './idempotency/idempotency.store.ts';
import { KyselyIdempotencyStore } from './idempotency/kysely-idempotency.store.ts';
import type { InstallationStore } from './installation.store.ts';
import type { IssueStore } from './issue.store.ts';
import type { KeptAssetStore } from './kept-asset.store.ts';
import { KyselyDeletionStore } from './kysely-deletion.store.ts';
import { KyselyEventStore } from './kysely-event.store.ts';
import { KyselyInstallationStore } from './kysely-installation.store.ts';
import { KyselyIssueStore } from './kysely-issue.store.ts';
import { KyselyKeptAssetStore } from './kysely-kept-asset.store.ts';
import { KyselyOutcomeStore } from './kysely-outcome.store.ts';
import { KyselyProjectSettingsStore } from './kysely-project-settings.store.ts';
import { KyselyProjectStore } from './kysely-project.store.ts';
import { KyselyReportStore } from './kysely-report.store.ts';
import { KyselyTriageStore } from './kysely-triage.store.ts';
import type { OutcomeStore } from './outcome.store.ts';
import type { ProjectSettingsStore } from './project-settings.store.ts';
import type { ProjectStore } from './project.store.ts';
import type { ReportStore } from './report.store.ts';
import { type RecordingBounds, unbounded } from './recording/recording-bounds.ts';
import { KyselyStorageStore } from './storage/kysely-storage.store.ts';
import type { StorageStore } from './storage/storage.store.ts';
import type { TriageStore } from './triage.store.ts';

export interface Stores {
  readonly installation: InstallationStore;
  readonly keptAssets: KeptAssetStore;
  readonly projects: ProjectStore;
  readonly projectSettings: ProjectSettingsStore;
  readonly reports: ReportStore;
  readonly issues: IssueStore;
  readonly events: EventStore;
  readonly attachments: AttachmentStore;
  readonly feedback: FeedbackStore;
  readonly users: UserStore;
  readonly sessions: SessionStore;
  readonly memberships: MembershipStore;
  readonly invitations: InvitationStore;
  readonly signInAttempts: SignInAttemptStore;
  readonly idempotency: IdempotencyStore;
  readonly triage: TriageStore;
  readonly outcomes: OutcomeStore;
  readonly deletions: DeletionStore;
  readonly storage: StorageStore;
}

export interface StoreOptions {
  /** For processes that record reports; the storage budget is in the database. */
  readonly bounds?: RecordingBounds;
  /** Calls `packChunk`; a thread leaves its safepoint for that. */
  readonly pack?: typeof packChunk;
}

/** The stores over an open database. They work once the sets their tables are in have been migrated. */
export function createStores(
  database: Database,
  { bounds = unbounded, pack = packChunk }: StoreOptions = {},
): Stores {
  if (!(database instanceof KyselyDatabase)) {
    throw new TypeError('Stores are made over what openDatabase returned.');
  }
  return {
    installation: new KyselyInstallationStore(database),
    keptAssets: new KyselyKeptAssetStore(database),
    projects: new KyselyProjectStore(database),
    projectSettings: new KyselyProjectSettingsStore(database),
    reports: new KyselyReportStore(database, { bounds, pack }),
    issues: new KyselyIssueStore(database),
    events: new KyselyEventStore(database),
    attachments: new KyselyAttachmentStore(database),
    feedback: new KyselyFeedbackStore(database),
    users: new KyselyUserStore(database),
    sessions: new KyselySessionStore(database),
    memberships: new KyselyMembershipStore(database),
    invitations: new KyselyInvitationStore(database),
    signInAttempts: new KyselySignInAttemptStore(database),
    idempotency: new KyselyIdempotencyStore(database),
    triage: new KyselyTriageStore(database),
    outcomes: new KyselyOutcomeStore(database),
    deletions: new KyselyDeletionStore(database),
    storage: new KyselyStorageStore(database),
  };
}
