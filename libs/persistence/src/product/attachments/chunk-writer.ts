import type { KyselyDatabase } from '../../kysely-database.ts';
import { CHUNK_BYTES } from './chunk-bytes.ts';
import { inTransaction } from '../../statements/transaction.ts';

interface Chunk {
  readonly attachment_id: number;
  readonly position: number;
  readonly body: Buffer;
}

/** Writes chunks in the order in which they are added, in transactions that are no larger than one full chunk. */
export class ChunkWriter {
  readonly #database: KyselyDatabase;
  #held: Chunk[] = [];
  #bytes = 0;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  async add(chunk: Chunk): Promise<void> {
    if (this.#bytes + chunk.body.length > CHUNK_BYTES) await this.flush();
    this.#held.push(chunk);
    this.#bytes += chunk.body.length;
    if (this.#bytes === CHUNK_BYTES) await this.flush();
  }

  /** Writes what is held back. */
  async flush(): Promise<void> {
    const chunks = this.#held;
    if (chunks.length === 0) return;
    this.#held = [];
    this.#bytes = 0;
    await inTransaction(this.#database, (transaction) =>
      transaction
        .insertInto('attachment_chunks')
        .values(chunks)
        .onConflict((conflict) => conflict.columns(['attachment_id', 'position']).doNothing())
        .execute(),
    );
  }
}
