import type { Transaction } from 'kysely';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import type { CheckIn } from '#product/recording/reports';

export interface CheckInBatch {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly nowMs: number;
  /**
   * Check-ins that could not create a monitor, because the project had reached its hourly limit.
   */
  readonly refused: CheckIn[];
}
