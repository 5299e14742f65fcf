export { isOfSdk, toEventLevel } from './log-facts.ts';
