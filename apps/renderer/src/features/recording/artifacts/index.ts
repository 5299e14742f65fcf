export { ArtifactsModule } from './artifacts.module.ts';
export { MissesService } from './misses.service.ts';
export type { ShownMiss } from './misses.service.ts';
export { UploadsService } from './uploads.service.ts';
