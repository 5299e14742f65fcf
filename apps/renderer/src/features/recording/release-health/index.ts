export { HealthAnswers } from './api/health-answers.ts';
export type { HealthOfRelease } from './api/health-answers.ts';
export { releasePage } from './release-page.ts';
export type { ReleaseContext } from './release-page.ts';
export { ReleaseHealthModule } from './release-health.module.ts';
