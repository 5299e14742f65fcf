import { type Capability, storeOf } from '#persistence/stores';
import { LogStore } from './log.store.ts';
import { noteLogs } from './note-logs.ts';

/** Logs have no table in the database: each day is a database of its own. */
export const logs = {
  tables: [],
  migrations: [],
  stores: { logs: storeOf(LogStore) },
  recording: [noteLogs],
} as const satisfies Capability;
