export { ReleaseHealthModule } from './release-health.module.ts';
