export { SuspectCommitsModule } from './suspect-commits.module.ts';
export type { SuspectCommit } from './commits.dto.ts';
export { SuspectCommitsService } from './suspect-commits.service.ts';
