export { SuspectCommitsModule } from './suspect-commits.module.ts';
