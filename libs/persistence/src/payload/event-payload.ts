import { constants, inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { NormalisedEvent } from '#shared';

const ZSTD_JSON = 'json+zstd';

/** How the bytes of each encoding become JSON again. What earlier versions wrote stays as it is. */
const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  [ZSTD_JSON]: (body) => zstdDecompressSync(body),
  'json+deflate': (body) => inflateRawSync(body),
};

/**
 * Level 1: on a 22 kB event levels 1, 2 and 3 leave 21.4, 21.3 and 20.4 % of it and cost 0.071, 0.072 and 0.101 ms, where
 * zlib's level 3 left 21.2 % and cost 0.205 ms (ADR 68). The checksum tells a damaged body.
 */
const PARAMS = { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 };

/** Of one code unit of a text as UTF-8. */
const MAX_UNIT_BYTES = 3;
/** Code units of a text that becomes bytes in memory which is kept, as most do. Others have their bytes for themselves. */
const SCRATCH_UNITS = 42 * 1024;

let scratch: Buffer | undefined;

/** An event's body as it is stored. `encoding` names how to read it, so that it can change. */
export interface EventPayload {
  readonly encoding: string;
  readonly body: Buffer;
}

/** Blocks for about a tenth of a millisecond per 25 kB beside what JSON takes. */
export function encodePayload(event: NormalisedEvent): EventPayload {
  const bytes = toBytes(JSON.stringify(event));
  // Told the size, Zstandard takes tables of that size: a quarter less time.
  const body = zstdCompressSync(bytes, { params: PARAMS, pledgedSrcSize: bytes.length });
  return { encoding: ZSTD_JSON, body: withMemoryOfItsOwn(body) };
}

/** Valid until the next call. */
function toBytes(text: string): Buffer {
  if (text.length > SCRATCH_UNITS) return Buffer.from(text);
  scratch ??= Buffer.allocUnsafeSlow(SCRATCH_UNITS * MAX_UNIT_BYTES);
  return scratch.subarray(0, scratch.write(text));
}

/** Not of a pool, of which others hold the rest, nor of what is larger: it would be held until the event is recorded. */
function withMemoryOfItsOwn(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

/** Throws when the encoding is not one of ours or the body is damaged. */
export function decodePayload({ encoding, body }: EventPayload): NormalisedEvent {
  const decode = Object.hasOwn(decoders, encoding) ? decoders[encoding] : undefined;
  if (!decode) throw new Error(`Unknown event encoding "${encoding}".`);
  return JSON.parse(decode(body).toString()) as NormalisedEvent;
}
