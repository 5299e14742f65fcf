export { requireSameRows } from './backup/contents-check.ts';
export { copyDatabase, holdBackupLock, stageDatabase } from './backup/database-backup.ts';
export type { DatabaseContents } from './backup/database-copy.ts';
export { requireSoundCopy } from './backup/sqlite/sound-copy.ts';
export { readContentsOf } from './backup/sqlite/sqlite-contents.ts';
export type { StagedDatabase } from './backup/staged-database.ts';
export { syncFile } from './backup/sync-file.ts';
export { CallSignature } from './call-signature.ts';
export type { SignedCall } from './call-signature.ts';
export {
  ensureDataFolder,
  findOpenFolder,
  locateRestoring,
  prepareDataFolder,
  requirePlainFolder,
  requireRestored,
} from './data-folder.ts';
export type { Database, DatabaseConfig, DatabaseKind, MigrationSet } from './database.ts';
export { findLostCommits } from './dialect/sqlite/lost-commits.ts';
export { holdSqliteLock, isSqliteLockHeld } from './dialect/sqlite/sqlite-migration-lock.ts';
export { describeDiskUse, measureDisk, measureEntry, measureFolder } from './disk-room.ts';
export type { JoinedWrite } from './statements/transaction.ts';
export { UnknownCommit } from './unknown-commit.ts';
export { JobLeaseStore } from './jobs/job-lease.store.ts';
export { IdempotencyStore } from './platform/idempotency/idempotency.store.ts';
export type {
  ClaimedSubmit,
  StoredAnswer,
  SubmitName,
} from './platform/idempotency/idempotency.store.ts';
export { InstallationStore } from './platform/installation/installation.store.ts';
export type { Installation } from './platform/installation/installation.store.ts';
export { Seal } from './seal.ts';
export { ensureSecret } from './secret-file.ts';
export { isRequestName, nameRequest, requestHeader } from './request-names.ts';
export { SenderSignature, senderHeader } from './sender-signature.ts';
export { shrinkDatabase } from './shrink/shrink-database.ts';
export { syncFolderSync } from './sync-folder.ts';
export { WriteTurns } from './write-turns.ts';
