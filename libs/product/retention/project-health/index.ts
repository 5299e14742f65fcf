export { projectHealth } from './store/index.ts';
export { MOST_UNRESOLVED, ProjectHealthStore } from './store/project-health.store.ts';
export type { ProjectHealth } from './store/project-health.store.ts';
