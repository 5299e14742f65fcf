/**
 * All tables, for Kysely. Each capability declares its own beside its store. Times in every
 * table are milliseconds since the Unix epoch.
 */
export interface Schema {}
