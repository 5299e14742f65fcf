export { isOfSdk, readNamed, toEventLevel } from './log-facts.ts';
export { toLogSearch } from './log-search.ts';
export { narrowSearch } from './narrow-search.ts';
