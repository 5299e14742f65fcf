export { SqliteDatabase } from './sqlite-database.ts';
export { SqliteError } from './sqlite-error.ts';
export { SqliteReader } from './sqlite-reader.ts';
export type { SqliteStatement } from './sqlite-statement.ts';
