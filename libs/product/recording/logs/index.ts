export { isNamed, SEQUENCE } from './rules/log-facts.ts';
export { logs } from './store/index.ts';
export { logDays } from './store/log.tables.ts';
export { logSettings } from './store/log-settings.ts';
export { LogStore } from './store/log.store.ts';
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
