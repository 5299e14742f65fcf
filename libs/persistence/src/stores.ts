/**
 * Building blocks of stores. Capabilities extend `Schema`, `Capability` and `StoreSettings` with
 * `declare module`.
 */
export * from './capability.ts';
export * from './schema.ts';
export { jobs } from './jobs/index.ts';
export { idempotency } from './platform/idempotency/index.ts';
export { installation } from './platform/installation/index.ts';
export type { Database, DatabaseConfig, DatabaseKind, MigrationSet } from './database.ts';
export type { FolderRoom } from './disk-room.ts';
export type { TakenSpace } from './dialect/database-space.ts';
export type { DayTable, DayTables, DayTablesDefinition } from './dialect/day-tables.ts';
export type { DatabaseDialect } from './dialect/dialect.ts';
export type { PortableColumns } from './dialect/portable-columns.ts';
export { KyselyDatabase } from './kysely-database.ts';
export type { SchemaMigration } from './migrations/migration.ts';
export { openDatabaseOf } from './open-database-of.ts';
export { toOldRequestNames } from './request-names.ts';
export {
  DAY_MS,
  HOUR_MS,
  MINUTE_MS,
  toBars,
  toBucketRange,
  toBucketStart,
} from './statements/buckets.ts';
export type { BucketRange } from './statements/buckets.ts';
export { inChunks } from './statements/chunks.ts';
export { whereOver } from './statements/where-over.ts';
export { compareText } from './statements/compare-text.ts';
export { groupByName } from './statements/group-by-name.ts';
export { toIdList, toIdParameter } from './statements/id-list.ts';
export type { IdParameter } from './statements/id-list.ts';
export { hasText } from './statements/has-text.ts';
export { fromRows, toPortableJson } from './statements/json-rows.ts';
export { KeptQueries } from './statements/kept-queries.ts';
export type { ValueOrSlot, SlotOf } from './statements/kept-queries.ts';
export { toKeyName } from './statements/key-name.ts';
export { toPortableRow, toPortableText } from './statements/portable-text.ts';
export { revealSecret, toSecret } from './statements/secret.ts';
export type { Secret, SecretColumn } from './statements/secret.ts';
export { StepSize } from './statements/step-size.ts';
export { toLike } from './statements/to-like.ts';
export { Overtaken, inToldTransaction, inTransaction } from './statements/transaction.ts';
export type { JoinedWrite } from './statements/transaction.ts';
export { putWords, selectByWords } from './statements/word-index.ts';
export { Seal } from './seal.ts';
export { toOwnSchema } from './to-own-schema.ts';
export type { WriteTurns } from './write-turns.ts';
