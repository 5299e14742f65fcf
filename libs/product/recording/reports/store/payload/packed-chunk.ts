import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** As events (ADR 68): a quick level, and a checksum that tells a damaged chunk. */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

/** A chunk of a file as it is stored: by Zstandard where that is shorter, else as it is. Blocks for about a millisecond. */
export function packChunk(chunk: Buffer): Buffer {
  const packed = zstdCompressSync(chunk, { params: PARAMS, pledgedSrcSize: chunk.length });
  return packed.length < chunk.length ? packed : chunk;
}

/**
 * The chunk of so many bytes: what is stored with fewer is packed. Throws when it is damaged.
 */
export function unpackChunk(stored: Buffer, bytes: number): Buffer {
  if (stored.length >= bytes) return stored;
  return zstdDecompressSync(stored, { maxOutputLength: bytes });
}
