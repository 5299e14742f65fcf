export { findTarget, RefusedTarget, resolveAll, toHostAndPort } from './find-target.ts';
export type { Resolve } from './find-target.ts';
export { requestAt } from './request-at.ts';
export { readStart } from './read-start.ts';
