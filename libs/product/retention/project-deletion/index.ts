export { projectDeletion, ProjectDeletionStore } from './store/project-deletion.store.ts';
