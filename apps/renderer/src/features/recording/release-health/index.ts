export { toCommitRow } from './release-commits.ts';
export type { CommitRow } from './release-health.dto.ts';
export { ReleaseHealthModule } from './release-health.module.ts';
