import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { CheckIn } from '#product/recording/reports';

/** The transaction in which check-ins are noted. */
export interface Noting {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  /** Check-ins whose slugs were to make a monitor, and may not in this hour. */
  readonly refused: CheckIn[];
}
