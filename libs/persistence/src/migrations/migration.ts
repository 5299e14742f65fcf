import type { Kysely } from 'kysely';
import type { PortableColumns } from '../dialect/dialect.ts';

/** ERRATA_SECRET, when it is asked for. */
export type GiveSecret = () => string;

/** One step of the schema. Once released, a step never changes; the next one corrects it. */
export interface SchemaMigration {
  /** `NNNN-what-it-does`; sorts after every earlier one of its set. */
  readonly name: string;
  /**
   * Runs in a transaction with all other pending steps of its set: all of them or none. `secret` gives ERRATA_SECRET to a step
   * that finds something to seal.
   */
  up(db: Kysely<unknown>, columns: PortableColumns, secret: GiveSecret): Promise<void>;
}
