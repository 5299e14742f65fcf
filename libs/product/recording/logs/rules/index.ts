export { listShadowed, readNamed, type ShownFacts, splitFacts, toEventLevel } from './log-facts.ts';
export { toLogSearch } from './log-search.ts';
export { narrowSearch } from './narrow-search.ts';
export { type PrintedLog, printLogs } from './print-logs.ts';
