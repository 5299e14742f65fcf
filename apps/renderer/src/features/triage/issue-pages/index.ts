export { IssuesModule } from './issues.module.ts';
