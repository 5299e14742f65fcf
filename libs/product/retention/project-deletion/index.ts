export { projectDeletion } from './store/index.ts';
export { ProjectDeletionStore } from './store/project-deletion.store.ts';
