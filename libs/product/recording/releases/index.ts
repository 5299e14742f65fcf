export { releases } from './store/index.ts';
export { findBaseReleases } from './store/base-releases.ts';
export type { BaseRelease } from './store/base-releases.ts';
export { findFirstSeen } from './store/note-releases.ts';
