export { describeRuns, isFailure, RUN_WORDS } from './run-words.ts';
export { durationLine, formatTook, measureRuns } from './run-durations.ts';
export { drawStrip, toBarPath, toStripBox } from './strip-paths.ts';
export type { DrawnStrip } from './strip-paths.ts';
