import { createHash } from 'node:crypto';
import { artifactLimits } from '#shared';
import type { ExpressionBuilder } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { isNotAwaited } from './awaited-chunks.ts';
import { inChunks } from '#persistence/stores';
import type { ChunkEnd } from '../rules/artifact.types.ts';
import { readBlob, sumBytes, writeBlob } from './blobs.ts';

class TooLarge extends Error {}

/** Chunks of bundles that are being uploaded, by their SHA-1. Every method rejects with `database.unavailable`. */
export class ChunkStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /** Writes a chunk while it arrives. Where there is one already, that one stays. */
  async add(
    checksum: string,
    { pieces, nowMs }: { readonly pieces: AsyncIterable<Uint8Array>; readonly nowMs: number },
  ): Promise<ChunkEnd> {
    if ((await sumBytes(this.#database.kysely, 'chunk')) >= artifactLimits.waitingBytes) {
      return 'no_room';
    }
    const hash = createHash('sha1');
    const finish = (): string | undefined =>
      hash.digest('hex') === checksum ? checksum : undefined;
    try {
      const isKept = await writeBlob(
        this.#database,
        { kind: 'chunk', nowMs },
        { pieces: withinBounds(pieces, (piece) => hash.update(piece)), finish },
      );
      return isKept ? 'kept' : 'mismatch';
    } catch (error) {
      if (error instanceof TooLarge) return 'too_large';
      throw error;
    }
  }

  /** Those of `checksums` that are not there. The others are kept for a while longer. */
  async listMissing(checksums: readonly string[], nowMs: number): Promise<string[]> {
    const { kysely } = this.#database;
    const found = await inChunks([...new Set(checksums)], (some) =>
      kysely
        .updateTable('artifact_blobs')
        .set({ touched_at: nowMs })
        .where('kind', '=', 'chunk')
        .where('checksum', 'in', some)
        .returning('checksum')
        .execute(),
    );
    const known = new Set(found.map((row) => row.checksum));
    return [...new Set(checksums)].filter((checksum) => !known.has(checksum));
  }

  /** Its bytes, a part at a time; none where there is no such chunk. */
  read(checksum: string): AsyncGenerator<Buffer> {
    return readBlob(this.#database.kysely, 'chunk', checksum);
  }

  /**
   * Removes some of the blobs that nobody has touched since `untilMs` and nothing needs: chunks, what was half written, and map tables
   * without a file. Resolves with whether it removed any.
   */
  async removeLeft(untilMs: number): Promise<boolean> {
    const { kysely } = this.#database;
    const isLeft = (where: ExpressionBuilder<Schema, 'artifact_blobs'>) =>
      where.and([
        where('touched_at', '<', untilMs),
        where.or([
          where('checksum', 'is', null),
          where.and([where('kind', '=', 'chunk'), isNotAwaited(where)]),
          where.and([where('kind', '=', 'table'), isNotNeeded(where)]),
        ]),
      ]);
    const left = await kysely
      .selectFrom('artifact_blobs')
      .select('id')
      .where(isLeft)
      .limit(1)
      .executeTakeFirst();
    if (!left) return false;
    // A client may have asked for the blob since.
    await kysely.deleteFrom('artifact_blobs').where('id', '=', left.id).where(isLeft).execute();
    return true;
  }
}

/** Holds for a map table without a file. */
function isNotNeeded(where: ExpressionBuilder<Schema, 'artifact_blobs'>) {
  return where.not(
    where.exists(
      where
        .selectFrom('artifact_files')
        .select('artifact_files.id')
        .whereRef('artifact_files.map_checksum', '=', 'artifact_blobs.checksum'),
    ),
  );
}

async function* withinBounds(
  pieces: AsyncIterable<Uint8Array>,
  take: (piece: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of pieces) {
    bytes += piece.length;
    if (bytes > artifactLimits.chunkBytes) throw new TooLarge();
    take(piece);
    yield piece;
  }
}
