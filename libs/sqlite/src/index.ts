export { SqliteDatabase } from './sqlite-database.ts';
export { SqliteError, toSqliteError } from './sqlite-error.ts';
export type { SqliteStatement } from './sqlite-statement.ts';
