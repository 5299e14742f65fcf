export { projectHealth } from './store/project-health.store.ts';
