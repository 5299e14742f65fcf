export {
  ensureDataFolder,
  findOpenFolder,
  locateRestoring,
  requireRestored,
} from './data-folder.ts';
export { ensureSecret } from './secret-file.ts';
export { CallSignature } from './call-signature.ts';
export type { SignedCall } from './call-signature.ts';
export { senderHeader, SenderSignature } from './sender-signature.ts';
export { syncFolderSync } from './sync-folder.ts';
export { holdBackupLock, openDatabaseSnapshot, stageDatabase } from './backup/database-backup.ts';
export type {
  DatabaseContents,
  DatabaseSnapshot,
  ReportIdentity,
} from './backup/database-snapshot.ts';
export { readContentsOf } from './backup/sqlite/sqlite-snapshot.ts';
export { requireSoundCopy, toDamage } from './backup/sqlite/sound-copy.ts';
export { requireSameRows } from './backup/contents-check.ts';
export { syncFile } from './backup/sync-file.ts';
export type { StagedDatabase } from './backup/staged-database.ts';
export { openDatabase } from './open-database.ts';
export { WriteTurns } from './write-turns.ts';
export type { Database, DatabaseConfig, DatabaseKind, MigrationSet } from './database.ts';
export { packChunk } from './payload/packed-chunk.ts';
export { encodeEvent } from './payload/encode-event.ts';
export type { EncodedEvent, EventFacts } from './payload/encode-event.ts';
export { createStores } from './stores/create-stores.ts';
export type { Stores } from './stores/create-stores.ts';
export { InvitationStore } from './stores/accounts/invitation.store.ts';
export type {
  Acceptance,
  Grant,
  Invitation,
  Invitee,
  NewInvitation,
} from './stores/accounts/invitation.store.ts';
export { MembershipStore } from './stores/accounts/membership.store.ts';
export type { Member } from './stores/accounts/membership.store.ts';
export { SessionStore } from './stores/accounts/session.store.ts';
export type { NewSession, Session } from './stores/accounts/session.store.ts';
export { SignInAttemptStore } from './stores/accounts/sign-in-attempt.store.ts';
export type { CountedKey } from './stores/accounts/sign-in-attempt.store.ts';
export { UserStore } from './stores/accounts/user.store.ts';
export type { NewUser, StandingChange, User } from './stores/accounts/user.store.ts';
export { AttachmentStore } from './stores/attachments/attachment.store.ts';
export type { Attachment } from './stores/attachments/attachment.store.ts';
export { DeletionStore } from './stores/deletion.store.ts';
export type { CrowdedOut } from './stores/deletion.store.ts';
export { EventStore } from './stores/event.store.ts';
export type { EventInIssue, EventNotKept } from './stores/event.store.ts';
export { FeedbackStore } from './stores/feedback/feedback.store.ts';
export type { UserFeedback } from './stores/feedback/feedback.store.ts';
export { IdempotencyStore } from './stores/idempotency/idempotency.store.ts';
export type {
  ClaimedSubmit,
  StoredAnswer,
  SubmitName,
} from './stores/idempotency/idempotency.store.ts';
export { InstallationStore } from './stores/installation.store.ts';
export type { Installation } from './stores/installation.store.ts';
export { IssueStore } from './stores/issue.store.ts';
export type { Bars, Issue } from './stores/issue.store.ts';
export { JobLeaseStore } from './stores/jobs/job-lease.store.ts';
export { KeptAssetStore } from './stores/kept-asset.store.ts';
export type { AssetForm, KeptAsset } from './stores/kept-asset.store.ts';
export { OutcomeStore } from './stores/outcome.store.ts';
export type {
  DiscardBucket,
  DiscardSum,
  OutcomeBucket,
  OutcomeRange,
  OutcomeSum,
  OutcomeSumRange,
} from './stores/outcome.store.ts';
export { ProjectSettingsStore } from './stores/project-settings.store.ts';
export { ProjectStore } from './stores/project.store.ts';
export type { Project, ProjectKey } from './stores/project.store.ts';
export { ReportStore } from './stores/report.store.ts';
export type {
  Feedback,
  GroupedEvent,
  Grouping,
  ProcessedReport,
  ReceivedAttachment,
  RecordedCounts,
} from './stores/report.store.ts';
export type { RecordingBounds } from './stores/recording/recording-bounds.ts';
export { StorageStore } from './stores/storage/storage.store.ts';
export type { ProjectStorage, StorageState } from './stores/storage/storage.store.ts';
export { TriageStore } from './stores/triage.store.ts';
export type {
  AssignRequest,
  CommentOutcome,
  CommentRefusal,
  CommentRequest,
  DeleteCommentRequest,
  EditCommentRequest,
  HistoryEntry,
  IssueComment,
  StateRequest,
  TriageOutcome,
  UndoOutcome,
  UndoRefusal,
  UndoRequest,
} from './stores/triage.store.ts';
