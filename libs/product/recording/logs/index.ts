export { logs } from './store/index.ts';
export { replaceBlock } from './store/add-logs.ts';
export { decodeBlock } from './store/log-block.ts';
export { logSettings } from './store/log-settings.ts';
export { LogStore } from './store/log.store.ts';
export { logDays } from './store/log.tables.ts';
export type {
  BesideQuery,
  FoundLog,
  LogBeside,
  LogPage,
  LogPlace,
  LogQuery,
} from './store/log.types.ts';
