export { listDifferingFacts } from './differing-facts.ts';
export { type LogBuckets, printBound, readBound, toLogBuckets } from './log-buckets.ts';
export { listShadowed, readNamed, type ShownFacts, splitFacts, toEventLevel } from './log-facts.ts';
export { toLogSearch } from './log-search.ts';
export { type FacetCount, isError, type LogFacet, logFacets, LogTally } from './log-tally.ts';
export { narrowSearch, narrowToLevels } from './narrow-search.ts';
export { type PrintedLog, printLogs } from './print-logs.ts';
