/**
 * All tables, as Kysely types its queries by. Each capability's `*.tables.ts` declares its own here. Times in every table
 * are milliseconds since the Unix epoch.
 */
export interface Schema {}
