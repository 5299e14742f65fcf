import type { Kysely } from 'kysely';
import type { PortableColumns } from '../dialect/dialect.ts';

/** One step of the schema. Once released, a step never changes; the next one corrects it. */
export interface SchemaMigration {
  /** `NNNN-what-it-does`; sorts after every earlier one of its set. */
  readonly name: string;
  /** Runs in a transaction with all other pending steps of its set: all of them or none. */
  up(db: Kysely<unknown>, columns: PortableColumns): Promise<void>;
}
