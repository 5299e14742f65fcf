import type { Duplex } from 'node:stream';
import { createGunzip, createInflate, createInflateRaw } from 'node:zlib';

/** Makes the decoder for a body once its first byte is known. Null: the body is not encoded. */
export type DecoderFactory = ((firstByte: number) => Duplex) | null;

const ZLIB_METHOD_DEFLATE = 0x08;

/**
 * Encodings this relay takes. `deflate` is zlib by RFC 9110 and raw with some senders: a zlib stream
 * begins with its method in the low half of the first byte.
 */
const decoders: Readonly<Record<string, DecoderFactory>> = {
  '': null,
  identity: null,
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (firstByte) =>
    (firstByte & 0x0f) === ZLIB_METHOD_DEFLATE ? createInflate() : createInflateRaw(),
};

/** Undefined when the encoding is not supported. */
export function findDecoder(contentEncoding: string | undefined): DecoderFactory | undefined {
  const name = (contentEncoding ?? '').trim().toLowerCase();
  return Object.hasOwn(decoders, name) ? decoders[name] : undefined;
}
