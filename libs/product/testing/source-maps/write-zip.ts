import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipFile {
  readonly name: string;
  readonly body: Buffer | string;
  /** Length that the zip states for the file. Defaults to the true length. */
  readonly saidBytes?: number;
}

const IN_32_BITS = 0xff_ff_ff_ff;

/**
 * Writes a zip of deflated files after the bytes of `before`. A file's `saidBytes` may be wrong on
 * purpose.
 */
export function writeZip(files: readonly ZipFile[], before = Buffer.alloc(0)): Buffer {
  const pieces: Buffer[] = [before];
  const entries: Buffer[] = [];
  let at = before.length;
  for (const { name, body, saidBytes = Buffer.byteLength(body) } of files) {
    const packed = deflateRawSync(body);
    const facts = { name: Buffer.from(name), crc: crc32(body), packed: packed.length, saidBytes };
    const header = writeHeader(facts);
    pieces.push(header, packed);
    entries.push(writeHeader({ ...facts, at }));
    at += header.length + packed.length;
  }
  return Buffer.concat([...pieces, ...entries, writeEnd(entries, at)]);
}

interface Facts {
  readonly name: Buffer;
  readonly crc: number;
  readonly packed: number;
  readonly saidBytes: number;
  /** Offset of the file's own header. Only headers in the central directory have it. */
  readonly at?: number;
}

/** See PKWARE's APPNOTE, 4.3.7 and 4.3.12. Lengths beyond 32 bits follow 4.5.3. */
function writeHeader({ name, crc, packed, saidBytes, at }: Facts): Buffer {
  const isLong = saidBytes >= IN_32_BITS;
  const extra = Buffer.alloc(isLong ? 12 : 0);
  if (isLong) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(saidBytes), 4);
  }
  const isListed = at !== undefined;
  const header = Buffer.alloc(isListed ? 46 : 30);
  header.writeUInt32LE(isListed ? 0x02_01_4b_50 : 0x04_03_4b_50, 0);
  const shared = isListed ? 6 : 4;
  header.writeUInt16LE(45, shared);
  // Flag for a name in UTF-8, and method 8, deflate.
  header.writeUInt16LE(0x08_00, shared + 2);
  header.writeUInt16LE(8, shared + 4);
  header.writeUInt32LE(crc, shared + 10);
  header.writeUInt32LE(packed, shared + 14);
  header.writeUInt32LE(isLong ? IN_32_BITS : saidBytes, shared + 18);
  header.writeUInt16LE(name.length, shared + 22);
  header.writeUInt16LE(extra.length, shared + 24);
  if (isListed) header.writeUInt32LE(at, 42);
  return Buffer.concat([header, name, extra]);
}

/** See PKWARE's APPNOTE, 4.3.16. */
function writeEnd(entries: readonly Buffer[], at: number): Buffer {
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
