export { GroupingModule } from './grouping.module.ts';
