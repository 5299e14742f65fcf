export { projectHealth } from './store/index.ts';
export type { CountedUsers, ProjectHealth } from './store/project-health.store.ts';
