/**
 * All tables, for Kysely. Each capability declares its own in its `*.tables.ts`. Times in every
 * table are milliseconds since the Unix epoch.
 */
export interface Schema {}
