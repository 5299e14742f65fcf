export { describeRuns, isFailure, RUN_WORDS } from './run-words.ts';
export { durationLine, formatTook, measureRuns } from './run-durations.ts';
