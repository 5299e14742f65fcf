import { Kysely, sql } from 'kysely';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';

/** Bytes of a blob in one row. Each row is written in its own transaction. */
const PART_BYTES = 256 * 1024;

export interface BlobFacts {
  readonly kind: 'chunk' | 'table';
  readonly nowMs: number;
  readonly holder?: number | undefined;
}

/**
 * Writes bytes as a blob, one part per transaction. After the last byte, `finish` returns the
 * checksum that names the blob, or undefined to remove the blob. If a blob with this checksum
 * exists, the new blob is removed. Returns whether a blob with the checksum exists.
 */
export async function writeBlob(
  database: KyselyDatabase,
  { kind, nowMs, holder }: BlobFacts,
  {
    pieces,
    finish,
  }: {
    readonly pieces: AsyncIterable<Uint8Array>;
    readonly finish: () => string | undefined;
  },
): Promise<boolean> {
  const { kysely } = database;
  const { id } = await kysely
    .insertInto('artifact_blobs')
    .values({ kind, checksum: null, bytes: 0, touched_at: nowMs, holder: holder ?? null })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    const bytes = await writeParts(kysely, id, pieces);
    const checksum = finish();
    if (
      checksum !== undefined &&
      (await nameUnlessKnown(database, { id, kind, checksum, bytes, nowMs }))
    ) {
      return true;
    }
    await removeBlob(kysely, id);
    return checksum !== undefined;
  } catch (error) {
    // A blob that cannot be removed now is removed later, with all unfinished blobs.
    await removeBlob(kysely, id).catch(() => undefined);
    throw error;
  }
}

async function writeParts(
  db: Kysely<Schema>,
  blobId: number,
  pieces: AsyncIterable<Uint8Array>,
): Promise<number> {
  let position = 0;
  let bytes = 0;
  for await (const body of toParts(pieces)) {
    await db.insertInto('artifact_parts').values({ blob_id: blobId, position, body }).execute();
    position += 1;
    bytes += body.length;
    // The size is updated with every part, so that a blob whose upload broke off counts towards the
    // limits as well.
    await db.updateTable('artifact_blobs').set({ bytes }).where('id', '=', blobId).execute();
  }
  return bytes;
}

async function* toParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of pieces) {
    for (let offset = 0; offset < piece.length;) {
      const fitting = piece.subarray(offset, offset + PART_BYTES - bytes);
      held.push(fitting);
      offset += fitting.length;
      bytes += fitting.length;
      if (bytes < PART_BYTES) continue;
      yield Buffer.concat(held);
      held = [];
      bytes = 0;
    }
  }
  if (bytes > 0) yield Buffer.concat(held);
}

interface WrittenBlob extends BlobFacts {
  readonly id: number;
  readonly checksum: string;
  readonly bytes: number;
}

/**
 * Names the blob by its checksum. Returns false when another blob has this name already. When two
 * processes name blobs at the same time, the database refuses one, and the catch finds the other
 * blob.
 */
async function nameUnlessKnown(database: KyselyDatabase, blob: WrittenBlob): Promise<boolean> {
  try {
    return await nameBlob(database, blob);
  } catch (error) {
    const { kind, checksum } = blob;
    const known = await database.kysely
      .selectFrom('artifact_blobs')
      .select('id')
      .where('kind', '=', kind)
      .where('checksum', '=', checksum)
      .executeTakeFirst();
    if (known) return false;
    throw error;
  }
}

function nameBlob(
  database: KyselyDatabase,
  { id, kind, checksum, bytes, nowMs }: WrittenBlob,
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    const known = await db
      .updateTable('artifact_blobs')
      .set({ touched_at: nowMs })
      .where('kind', '=', kind)
      .where('checksum', '=', checksum)
      .executeTakeFirst();
    if (known.numUpdatedRows > 0n) return false;
    await db
      .updateTable('artifact_blobs')
      .set({ checksum, bytes, touched_at: nowMs })
      .where('id', '=', id)
      .execute();
    return true;
  });
}

async function removeBlob(db: Kysely<Schema>, id: number): Promise<void> {
  await db.deleteFrom('artifact_blobs').where('id', '=', id).execute();
}

/**
 * Yields the bytes in parts, each read when it is requested. Ends early when the blob is removed
 * meanwhile.
 */
export async function* readBlob(
  db: Kysely<Schema>,
  kind: BlobFacts['kind'],
  checksum: string,
): AsyncGenerator<Buffer> {
  for (let position = 0; ; position += 1) {
    const part = await db
      .selectFrom('artifact_blobs')
      .innerJoin('artifact_parts', 'artifact_parts.blob_id', 'artifact_blobs.id')
      .select('body')
      .where('kind', '=', kind)
      .where('checksum', '=', checksum)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!part) return;
    yield part.body;
  }
}

export async function sumChunks(db: Kysely<Schema>, holder?: number): Promise<number> {
  const chunks = db
    .selectFrom('artifact_blobs')
    .select(sql<number>`cast(coalesce(sum(bytes), 0) as bigint)`.as('bytes'))
    .where('kind', '=', 'chunk');
  const own = holder === undefined ? chunks : chunks.where('holder', '=', holder);
  return (await own.executeTakeFirstOrThrow()).bytes;
}
