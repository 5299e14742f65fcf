export { isOfSdk, isTraceId, readNamed, toEventLevel, toSearched } from './log-facts.ts';
