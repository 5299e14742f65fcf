export { HealthAnswers } from './api/health-answers.ts';
export type { HealthOfRelease } from './api/health-answers.ts';
export { toCommitRow } from './release-commits.ts';
export type { CommitRow } from './release-health.dto.ts';
export { ReleaseHealthModule } from './release-health.module.ts';
