import type { Transaction } from 'kysely';
import type { DatabaseDialect } from '../../dialect/dialect.ts';
import type { Schema } from '../../schema.ts';
import type { CheckIn } from '../reports/report.ts';

/** The transaction in which check-ins are noted. */
export interface Noting {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  /** Check-ins whose slugs were to make a monitor, and may not in this hour. */
  readonly refused: CheckIn[];
}
