export { ProgramProjects } from './api/program-projects.ts';
export { ProjectsModule } from './projects.module.ts';
export { ProjectsService } from './projects.service.ts';
export type { ProjectDsn } from './projects.service.ts';
export { ownProjectSlug, toSelfMonitoring } from './self-monitoring.ts';
export { ProjectOfSlug } from './settings/project-of-slug.ts';
export { ProjectSection } from './settings/project-section.decorator.ts';
export { ProjectPipe } from './settings/project.pipe.ts';
export type { Project } from './settings/project.pipe.ts';
