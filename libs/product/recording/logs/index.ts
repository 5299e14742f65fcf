export { logs, LogStore } from './store/log.store.ts';
export { logDays } from './store/log.tables.ts';
export { logSettings } from './store/log-settings.ts';
export { toSender } from './store/log.types.ts';
export type {
  FoundLog,
  LogBeside,
  LogCounts,
  LogName,
  LogPage,
  LogPlace,
  LogRoom,
  NamedLog,
} from './store/log.types.ts';
export { type BlockWalk, findLastPosition, walkBlocks } from './store/walk-blocks.ts';
