export { SqliteDatabase } from './sqlite-database.ts';
export { SqliteError } from './sqlite-error.ts';
export { SqliteThread } from './sqlite-thread.ts';
export type { SqliteStatement } from './sqlite-statement.ts';
export { hasUnreadCommits } from './unread-commits.ts';
