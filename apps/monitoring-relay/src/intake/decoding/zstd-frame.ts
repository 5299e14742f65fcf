/** RFC 9659: HTTP decoders support at least this window, and encoders must not use a larger one. */
const MAX_WINDOW_BYTES = 8 * 1024 * 1024;
const MAGIC_NUMBER = 0xfd2fb528;
const CHECKSUM_BYTES = 4;
const BLOCK_HEADER_BYTES = 3;
const blockTypes = { raw: 0, repeated: 1, compressed: 2 } as const;

interface FrameHeader {
  readonly bytes: number;
  readonly windowBytes: number;
  readonly hasChecksum: boolean;
}

/**
 * Splits a body that is one Zstandard frame into views of its header, blocks and checksum (RFC
 * 8878, 3.1.1). Throws when the body is not Zstandard, ends early, has bytes after the frame, or
 * needs a dictionary. Also throws when its window is larger than HTTP allows.
 */
export function* splitZstdFrame(body: Buffer): Generator<Buffer> {
  const header = readFrameHeader(body);
  if (header.windowBytes > MAX_WINDOW_BYTES)
    throw new Error('The window of the compressed body is too large.');
  yield body.subarray(0, header.bytes);
  let offset = header.bytes;
  for (let isLast = false; !isLast;) {
    const block = take(body, offset, BLOCK_HEADER_BYTES).readUIntLE(0, BLOCK_HEADER_BYTES);
    isLast = (block & 1) === 1;
    const part = take(body, offset, BLOCK_HEADER_BYTES + countPayload(block));
    yield part;
    offset += part.length;
  }
  if (header.hasChecksum) {
    const checksum = take(body, offset, CHECKSUM_BYTES);
    yield checksum;
    offset += checksum.length;
  }
  if (offset < body.length)
    throw new Error('The body goes on after the end of its compressed data.');
}

function readFrameHeader(body: Buffer): FrameHeader {
  if (take(body, 0, 4).readUInt32LE() !== MAGIC_NUMBER)
    throw new Error('The body is not Zstandard.');
  const descriptor = take(body, 4, 1).readUInt8();
  if ((descriptor & 0x03) !== 0) throw new Error('The compressed body needs a dictionary.');
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 2 ** sizeFlag;
  const sizeOffset = isSingleSegment ? 5 : 6;
  return {
    bytes: take(body, 0, sizeOffset + sizeBytes).length,
    windowBytes: isSingleSegment
      ? readContentBytes(take(body, sizeOffset, sizeBytes))
      : readWindowBytes(take(body, 5, 1).readUInt8()),
    hasChecksum: (descriptor & 0x04) !== 0,
  };
}

function readContentBytes(field: Buffer): number {
  if (field.length === 8) return Number(field.readBigUInt64LE());
  const value = field.readUIntLE(0, field.length);
  return field.length === 2 ? value + 256 : value;
}

function readWindowBytes(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 0x07);
}

function countPayload(block: number): number {
  const type = (block >> 1) & 0x03;
  const bytes = block >> 3;
  if (type === blockTypes.repeated) return 1;
  if (type === blockTypes.raw || type === blockTypes.compressed) return bytes;
  throw new Error('The compressed body has a block of an unknown kind.');
}

function take(body: Buffer, offset: number, bytes: number): Buffer {
  const part = body.subarray(offset, offset + bytes);
  if (part.length < bytes) throw new Error('The compressed body ends early.');
  return part;
}
