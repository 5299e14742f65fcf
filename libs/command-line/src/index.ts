export { isServerCommand, runServerCommand, serverUsage } from './run.ts';
