export { ProjectHealthModule } from './project-health.module.ts';
