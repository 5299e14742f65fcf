export { ProjectDeletionModule } from './project-deletion.module.ts';
