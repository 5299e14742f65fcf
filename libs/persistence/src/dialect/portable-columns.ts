import type { CreateTableBuilder, Kysely, QueryExecutorProvider } from 'kysely';

/** Any Kysely instance or transaction, whatever its schema. */
export type SchemaChanger = Pick<Kysely<unknown>, 'schema'> & QueryExecutorProvider;

/**
 * Column types that the databases spell differently. For all other columns, migrations use `text`,
 * `integer` or `bigint`. Values that may exceed 2^31, such as times in epoch milliseconds, need
 * `bigint`.
 */
export interface PortableColumns {
  /**
   * Adds a primary key that the database counts up. An id is never reused, even when other rows
   * have explicit ids.
   */
  addId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  /**
   * Adds a cheaper primary key, for ids that are used only within the database. The last id may be
   * reused after its row is deleted.
   */
  addRowId<T extends string>(table: CreateTableBuilder<T>): CreateTableBuilder<T, 'id'>;
  readonly blob: 'blob' | 'bytea';
  /**
   * Stores rows in the index of their primary key. Use this for narrow tables that are read only by
   * that key.
   */
  storeInPrimaryKey<T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ): CreateTableBuilder<T, C>;
  /** Keeps the database from compressing a blob column itself. */
  storeAsIs(db: SchemaChanger, column: { table: string; column: string }): Promise<void>;
  /**
   * Creates `table`, a full-text index for the rows of the table `of`. `statements/word-index.ts`
   * writes and reads the index.
   */
  makeWordIndex(db: SchemaChanger, index: { table: string; of: string }): Promise<void>;
}
