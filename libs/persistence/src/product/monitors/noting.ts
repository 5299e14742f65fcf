import type { Transaction } from 'kysely';
import type { DatabaseDialect } from '../../dialect/dialect.ts';
import type { Schema } from '../../schema.ts';

/** The transaction in which check-ins are noted. */
export interface Noting {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
}
