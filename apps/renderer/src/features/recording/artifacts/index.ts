export { ArtifactsModule } from './artifacts.module.ts';
