import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** A quick level, as for events. The checksum reveals a damaged chunk. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

/**
 * Returns the chunk as it is stored: compressed by Zstandard when that is shorter, else unchanged.
 * Blocks for about a millisecond.
 */
export function packChunk(chunk: Buffer): Buffer {
  const packed = zstdCompressSync(chunk, { params: PARAMS, pledgedSrcSize: chunk.length });
  return packed.length < chunk.length ? packed : chunk;
}

/**
 * Returns the original chunk, which has `bytes` bytes. A stored chunk with fewer bytes is
 * compressed. Throws when the chunk is damaged.
 */
export function unpackChunk(stored: Buffer, bytes: number): Buffer {
  if (stored.length >= bytes) return stored;
  return zstdDecompressSync(stored, { maxOutputLength: bytes });
}
