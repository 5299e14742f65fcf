export { ProjectsModule } from './projects.module.ts';
export { ProjectsService } from './projects.service.ts';
export type { ProjectDsn } from './projects.service.ts';
