export { projectDeletion } from './store/index.ts';
export type { ProjectRemovalStep } from './store/project-removal-step.ts';
export { ProjectDeletionStore } from './store/project-deletion.store.ts';
