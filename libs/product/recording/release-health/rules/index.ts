export { compareCrashFree } from './crash-free-verdict.ts';
export type { CrashFreeVerdict } from './crash-free-verdict.ts';
export { formatShare } from './format-share.ts';
export type { Health, SessionSums } from './health.ts';
export { hasReleasePage } from './release-page.ts';
export { toReleaseNumbers } from './release-numbers.ts';
export type { ReleaseNumbers } from './release-numbers.ts';
