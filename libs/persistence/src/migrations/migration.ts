import type { Kysely } from 'kysely';
import type { PortableColumns } from '../dialect/portable-columns.ts';

/** One step of the schema. A released step never changes; a later step corrects its mistakes. */
export interface SchemaMigration {
  /** `NNNN-what-it-does`. Sorts after every earlier step of its set. */
  readonly name: string;
  /** Runs in one transaction with all other pending steps of its set. */
  up(db: Kysely<unknown>, columns: PortableColumns): Promise<void>;
}
