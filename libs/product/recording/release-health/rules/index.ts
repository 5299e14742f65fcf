export { compareReleases } from './crash-free-verdict.ts';
export type { ReleaseVerdict } from './crash-free-verdict.ts';
export { formatShare } from './format-share.ts';
export type { Health, SessionSums } from './health.ts';
export { hasReleasePage } from './release-page.ts';
export { toReleaseNumbers } from './release-numbers.ts';
export type { ReleaseNumbers } from './release-numbers.ts';
