import { createHash } from 'node:crypto';
import { artifactLimits } from '#shared';
import type { ExpressionBuilder } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { isNotAwaited } from './awaited-chunks.ts';
import { inChunks } from '#persistence/stores';
import type { ChunkEnd } from '../rules/artifact.types.ts';
import type { BlobFacts } from './blobs.ts';
import { readBlob, sumChunks, writeBlob } from './blobs.ts';

class TooLarge extends Error {}

/**
 * Stores chunks of bundles that are being uploaded, by SHA-1. All methods reject with
 * `database.unavailable`.
 */
export class ChunkStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  /**
   * Writes a chunk while it arrives. An existing chunk stays. `holder` is the user whose token sent
   * it, 0 for the organisation and for Errata itself: each has a share of the room.
   */
  async add(
    checksum: string,
    {
      pieces,
      nowMs,
      holder = 0,
    }: Omit<BlobFacts, 'kind'> & { readonly pieces: AsyncIterable<Uint8Array> },
  ): Promise<ChunkEnd> {
    const { kysely } = this.#database;
    const { waitingBytes, waitingBytesOfAll } = artifactLimits;
    if ((await sumChunks(kysely, holder)) >= waitingBytes) return 'no_room';
    if ((await sumChunks(kysely)) >= waitingBytesOfAll) return 'no_room';
    const hash = createHash('sha1');
    const finish = (): string | undefined =>
      hash.digest('hex') === checksum ? checksum : undefined;
    try {
      const isKept = await writeBlob(
        this.#database,
        { kind: 'chunk', nowMs, holder },
        { pieces: withinBounds(pieces, (piece) => hash.update(piece)), finish },
      );
      return isKept ? 'kept' : 'mismatch';
    } catch (error) {
      if (error instanceof TooLarge) return 'too_large';
      throw error;
    }
  }

  /**
   * Returns the checksums that have no stored chunk. Renews the time for which the stored chunks
   * are kept.
   */
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

  /** Returns the bytes of these chunks, as often as each is listed. */
  async measure(checksums: readonly string[]): Promise<number> {
    const rows = await inChunks([...new Set(checksums)], (some) =>
      this.#database.kysely
        .selectFrom('artifact_blobs')
        .select(['checksum', 'bytes'])
        .where('kind', '=', 'chunk')
        .where('checksum', 'in', some)
        .execute(),
    );
    const bytes = new Map(rows.map((row) => [row.checksum, row.bytes]));
    return checksums.reduce((sum, checksum) => sum + (bytes.get(checksum) ?? 0), 0);
  }

  /** Yields the bytes of a chunk in parts. Yields nothing when the chunk does not exist. */
  read(checksum: string): AsyncGenerator<Buffer> {
    return readBlob(this.#database.kysely, 'chunk', checksum);
  }

  /**
   * Deletes a blob that was not touched since `untilMs` and is not needed: a chunk, an incomplete
   * blob, or a map table without a file. Returns true when it deleted a blob; more may be left.
   */
  async removeUnneeded(untilMs: number): Promise<boolean> {
    const { kysely } = this.#database;
    const isUnneeded = (where: ExpressionBuilder<Schema, 'artifact_blobs'>) =>
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
      .where(isUnneeded)
      .limit(1)
      .executeTakeFirst();
    if (!left) return false;
    // The condition is repeated, because a client may have asked for the blob meanwhile.
    await kysely.deleteFrom('artifact_blobs').where('id', '=', left.id).where(isUnneeded).execute();
    return true;
  }
}

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
