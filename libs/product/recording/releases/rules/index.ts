export { readCommits, readRefs } from './read-commits.ts';
export { toFileParts } from './changed-file.ts';
export type { FileParts } from './changed-file.ts';
export { readFixes } from './read-fixes.ts';
export type { NamedIssue } from './read-fixes.ts';
export { isReleaseVersion, toShortCommitId, toShortVersion } from './release-version.ts';
export { readSentTime } from './sent-time.ts';
export { releaseStatuses } from './told-release.ts';
export type { ChangedPath, ReleaseStatus, ToldCommit, ToldRef } from './told-release.ts';
