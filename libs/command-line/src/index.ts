export { isServerCommand, runServerCommand } from './run.ts';
export { serverUsage } from './usage.ts';
