export { IssueApiModule } from './issue-api.module.ts';
