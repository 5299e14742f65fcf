export { projectHealth } from './store/index.ts';
export type { ProjectHealth } from './store/project-health.store.ts';
