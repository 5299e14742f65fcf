import type { KyselyDatabase } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';

interface Chunk {
  readonly attachment_id: number;
  readonly position: number;
  readonly body: Buffer;
}

/**
 * Writes chunks in the order in which they are added. One transaction writes as many as fit into
 * `memory`.
 */
export class ChunkWriter {
  readonly #database: KyselyDatabase;
  readonly #memory: Buffer;
  #held: Chunk[] = [];
  #bytes = 0;

  /** `memory` must be as large as the largest chunk. */
  constructor(database: KyselyDatabase, memory: Buffer) {
    this.#database = database;
    this.#memory = memory;
  }

  /** Copies the chunk, so that the caller may reuse its memory at once. */
  async add(chunk: Chunk): Promise<void> {
    if (this.#bytes + chunk.body.length > this.#memory.length) await this.flush();
    const start = this.#bytes;
    this.#memory.set(chunk.body, start);
    this.#bytes += chunk.body.length;
    this.#held.push({ ...chunk, body: this.#memory.subarray(start, this.#bytes) });
    if (this.#bytes === this.#memory.length) await this.flush();
  }

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
