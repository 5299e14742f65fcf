export { formatShare } from './format-share.ts';
export { toHealth } from './health.ts';
export type { Health, SessionSums } from './health.ts';
export { hasReleasePage } from './release-page.ts';
export { toReleaseNumbers } from './release-numbers.ts';
export type { ReleaseNumbers } from './release-numbers.ts';
