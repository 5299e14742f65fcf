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
export { copyDatabase, holdBackupLock, stageDatabase } from './backup/database-backup.ts';
export type { DatabaseContents } from './backup/database-copy.ts';
export { readContentsOf } from './backup/sqlite/sqlite-contents.ts';
export { requireSoundCopy } from './backup/sqlite/sound-copy.ts';
export { requireSameRows } from './backup/contents-check.ts';
export { shrinkDatabase } from './shrink/shrink-database.ts';
export { syncFile } from './backup/sync-file.ts';
export type { StagedDatabase } from './backup/staged-database.ts';
export { createLongReads, LongReads } from './long-reads.ts';
export { openDatabase } from './open-database.ts';
export { WriteTurns } from './write-turns.ts';
export type { Database, DatabaseConfig, DatabaseKind, MigrationSet } from './database.ts';
export { encodePayload } from './payload/event-payload.ts';
export type { DecodedPayload, JsonPieces } from './payload/event-payload.ts';
export type { EncodedEvent, EventFacts } from './payload/event-facts.ts';
export { createStores, storePorts } from './create-stores.ts';
export type { Stores } from './create-stores.ts';
export { InvitationStore } from './product/accounts/invitation.store.ts';
export type {
  Acceptance,
  Grant,
  Invitation,
  Invitee,
  NewInvitation,
} from './product/accounts/invitation.store.ts';
export { MembershipStore } from './product/accounts/membership.store.ts';
export type { Member } from './product/accounts/membership.store.ts';
export { SessionStore } from './product/accounts/session.store.ts';
export type { NewSession, Session } from './product/accounts/session.store.ts';
export { SignInAttemptStore } from './product/accounts/sign-in-attempt.store.ts';
export type { CountedKey } from './product/accounts/sign-in-attempt.store.ts';
export { UserStore } from './product/accounts/user.store.ts';
export type { NewUser, StandingChange, User } from './product/accounts/user.store.ts';
export { AlertRuleStore } from './product/alerts/alert-rule.store.ts';
export type {
  PastFiring,
  RuleSilence,
  RuleWait,
  RuleOutcome,
  RulePreview,
  StoredAlertRule,
} from './product/alerts/alert-rule.store.ts';
export { AlertStore } from './product/alerts/alert.store.ts';
export type {
  AlertSending,
  DueAlert,
  RuleTest,
  TestSending,
  ToldFiring,
} from './product/alerts/alert.store.ts';
export { OperatorAlertStore } from './product/operator-alerts/operator-alert.store.ts';
export type {
  OperatorTelling,
  ToldCondition,
} from './product/operator-alerts/operator-alert.store.ts';
export { PersonalAlertStore } from './product/alerts/personal-alert.store.ts';
export { UnsubscribeToken } from './product/alerts/unsubscribe-token.ts';
export { AttachmentStore } from './product/attachments/attachment.store.ts';
export type { Attachment } from './product/attachments/attachment.store.ts';
export { AuditStore } from './product/audit/audit.store.ts';
export type { AuditedChange, AuditEntry, AuditFilter } from './product/audit/audit.store.ts';
export { SettingsStore } from './product/settings/settings.store.ts';
export type { SettingsChange } from './product/settings/settings.store.ts';
export type { SettingsPart } from './product/projects/settings-part.ts';
export { filterSettings } from './product/filters/filter-settings.ts';
export { groupingRuleSettings } from './product/grouping-rules/grouping-rule-settings.ts';
export { RulePreviewStore } from './product/grouping-rules/rule-preview.store.ts';
export type {
  PreviewedEvent,
  PreviewedIssue,
} from './product/grouping-rules/rule-preview.store.ts';
export { demoSettings } from './product/projects/demo-settings.ts';
export { intakeSettings } from './product/projects/intake-settings.ts';
export { privacySettings } from './product/privacy/privacy-settings.ts';
export { BulkStore } from './product/bulk/bulk.store.ts';
export type { BulkChange, BulkWish } from './product/bulk/bulk.store.ts';
export { ChannelStore } from './product/channels/channel.store.ts';
export type {
  Channel,
  ChannelScope,
  NewChannel,
  OpenChannel,
} from './product/channels/channel.store.ts';
export { DeliveryStore } from './product/channels/delivery.store.ts';
export type {
  ClaimedDelivery,
  DeliveryEnding,
  DeliveryState,
  LoggedDelivery,
} from './product/channels/delivery.store.ts';
export { DeletionStore } from './product/deletion/deletion.store.ts';
export type { CrowdedOut } from './product/deletion/deletion.store.ts';
export { ErasureStore } from './product/erasing/erasure.store.ts';
export type {
  Erasure,
  ErasureCounts,
  ErasureScope,
  FoundPiece,
  OpenPerson,
} from './product/erasing/erasure.store.ts';
export { EventStore } from './product/events/event.store.ts';
export type { EventInIssue, EventNotKept } from './product/events/event.store.ts';
export { EventListStore } from './product/events/event-list.store.ts';
export type {
  EventColumns,
  EventPosition,
  ListedEvent,
  WantedEvents,
} from './product/events/event-list.store.ts';
export { FailedReportStore } from './product/failed-reports/failed-report.store.ts';
export type {
  DueReport,
  FailedReport,
  FailedSelection,
  NewFailedReport,
} from './product/failed-reports/failed-report.store.ts';
export { FindingStore } from './product/finding/finding.store.ts';
export type { EventQuote, FindingScope, FoundEvent } from './product/finding/finding.store.ts';
export { FeedbackStore } from './product/feedback/feedback.store.ts';
export type { UserFeedback } from './product/feedback/feedback.store.ts';
export { IdempotencyStore } from './platform/idempotency/idempotency.store.ts';
export type {
  ClaimedSubmit,
  StoredAnswer,
  SubmitName,
} from './platform/idempotency/idempotency.store.ts';
export { InstallationStore } from './platform/installation/installation.store.ts';
export type { Installation } from './platform/installation/installation.store.ts';
export { IssueStore } from './product/issues/issue.store.ts';
export { issueSorts } from './product/issues/issue.store.ts';
export type {
  AlikeIssue,
  Issue,
  IssueSort,
  Likeness,
  PageEdge,
  WantedIssues,
} from './product/issues/issue.store.ts';
export { toSearchedEvent, toSearchedIssue } from './product/alerts/searched-event.ts';
export { TagStore } from './product/tags/tag.store.ts';
export type { TagDistribution, TagValue, TidyPosition } from './product/tags/tag.store.ts';
export { TrendStore } from './product/trend/trend.store.ts';
export { CompletionStore, storedKeys } from './product/search/completion.store.ts';
export type { StoredKey, StoredValue } from './product/search/completion.store.ts';
export { CountStore } from './product/counts/count.store.ts';
export type { Bars, BegunRelease, IssueCount, WantedCounts } from './product/counts/count.store.ts';
export type { CountSpan } from './product/counts/count-filter.ts';
export { PreferenceStore } from './product/preferences/preference.store.ts';
export { MergeStore } from './product/merging/merge.store.ts';
export type {
  IssueGroup,
  MergeOutcome,
  MergeRefusal,
  NumberedIssue,
  UnmergeOutcome,
  UnmergeRefusal,
} from './product/merging/merge.store.ts';
export { JobLeaseStore } from './product/jobs/job-lease.store.ts';
export { MonitorStore } from './product/monitors/monitor.store.ts';
export type {
  Monitor,
  MonitorEnvironment,
  MonitorFailure,
  MonitorOutcome,
  MonitorRun,
  RefusedSlug,
} from './product/monitors/monitor.store.ts';
export { findNextRun, findScheduleProblem } from './product/monitors/schedule.ts';
export { OutboxStore } from './product/outbox/outbox.store.ts';
export type { ClaimedMessage } from './product/outbox/outbox.store.ts';
export { OutcomeStore } from './product/outcomes/outcome.store.ts';
export type {
  DiscardBucket,
  DiscardSum,
  OutcomeBucket,
  OutcomeDay,
  OutcomeRange,
  OutcomeSum,
  OutcomeSumRange,
} from './product/outcomes/outcome.store.ts';
export { ProjectDeletionStore } from './product/project-deletion/project-deletion.store.ts';
export { ProjectSettingsStore } from './product/projects/project-settings.store.ts';
export type { ChangedBy } from './product/projects/project-settings.store.ts';
export { ProjectStore } from './product/projects/project.store.ts';
export type { Project, ProjectKey } from './product/projects/project.store.ts';
export { nothingRecorded, ReportStore } from './product/recording/report.store.ts';
export type {
  CheckIn,
  Feedback,
  GroupedEvent,
  Grouping,
  GroupingKey,
  LookAlikeKeys,
  ProcessedReport,
  ReceivedAttachment,
  ReportFailure,
} from './product/reports/report.ts';
export type { RecordedFacts } from './product/recording/report.store.ts';
export type { RecordingBounds } from './product/recording/recording-bounds.ts';
export { RetentionStore } from './product/retention/retention.store.ts';
export type { ProjectRetention, RetentionState } from './product/retention/retention.store.ts';
export type { RoomPosition } from './product/retention/make-room.ts';
export { retentionSettings } from './product/settings/retention-settings.ts';
export type { RetentionSettings } from './product/settings/retention-settings.ts';
export { SavedSearchStore } from './product/saved-searches/saved-search.store.ts';
export type { NewSavedSearch, SavedSearch } from './product/saved-searches/saved-search.store.ts';
export { SpaceStore } from './product/space/space.store.ts';
export type { SpaceUse, TableUse } from './product/space/space.store.ts';
export { StorageStore } from './product/storage/storage.store.ts';
export type { ProjectStorage, StorageState } from './product/storage/storage.store.ts';
export { TriageStore } from './product/triage/triage.store.ts';
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
  UndoRequest,
} from './product/triage/triage.store.ts';
export type { UndoOutcome, UndoRefusal } from './product/merging/undo-outcome.ts';
