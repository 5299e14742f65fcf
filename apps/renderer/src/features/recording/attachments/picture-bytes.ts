import type { ImageType } from './read-preview.ts';

interface Format {
  /** Bytes before the first segment, and those that say how long a segment is. */
  readonly startBytes: number;
  readonly headBytes: number;
  /**
   * Reads the whole length of a segment, and whether it has EXIF, XMP, IPTC, text or a comment.
   * Returns undefined where the picture itself begins.
   */
  readonly read: (
    bytes: Buffer,
    at: number,
  ) => readonly [bytes: number, tells: boolean] | undefined;
}

const JPEG: Format = {
  startBytes: 2,
  headBytes: 4,
  read(bytes, at) {
    const marker = bytes.toString('hex', at, at + 2);
    if (marker === 'ffff') return [1, false];
    if (marker === 'ffda' || !/^ff[c-f]/.test(marker)) return undefined;
    return [bytes.readUInt16BE(at + 2) + 2, /^ff(?:e1|ed|fe)$/.test(marker)];
  },
};

const FORMATS: { readonly [Type in ImageType]?: Format } = {
  'image/jpeg': JPEG,
  'image/png': {
    startBytes: 8,
    headBytes: 8,
    read: (bytes, at) => [
      bytes.readUInt32BE(at) + 12,
      /^(?:eXIf|[tzi]TXt)$/.test(bytes.toString('latin1', at + 4, at + 8)),
    ],
  },
  'image/webp': {
    startBytes: 12,
    headBytes: 8,
    read(bytes, at) {
      const length = bytes.readUInt32LE(at + 4);
      return [
        8 + length + (length % 2),
        /^(?:EXIF|XMP )$/.test(bytes.toString('latin1', at, at + 4)),
      ];
    },
  },
};

/**
 * Yields the same number of bytes, with zeros in place of metadata, which decoders skip. Leaves GIF
 * as it is.
 */
export async function* blankMetadata(
  type: ImageType,
  chunks: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  const format = FORMATS[type];
  let leftBytes = format?.startBytes ?? Infinity;
  let isBlank = false;
  let carried = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([carried, chunk]);
    let at = 0;
    for (;;) {
      const end = Math.min(at + leftBytes, bytes.length);
      if (isBlank) bytes.fill(0, at, end);
      leftBytes -= end - at;
      at = end;
      if (!format || leftBytes > 0 || bytes.length - at < format.headBytes) break;
      const [length, tells] = format.read(bytes, at) ?? [Infinity, false];
      const headBytes = Math.min(format.headBytes, length);
      at += headBytes;
      leftBytes = length - headBytes;
      isBlank = tells;
    }
    carried = bytes.subarray(at);
    yield bytes.subarray(0, at);
  }
  yield carried;
}

/** Returns the longer side in pixels, or Infinity when the head of the file does not tell it. */
export function readLongerSide(type: ImageType, head: Buffer): number {
  try {
    return Math.max(...SIZES[type](head));
  } catch {
    return Infinity;
  }
}

const SIZES: { readonly [Type in ImageType]: (head: Buffer) => readonly [number, number] } = {
  'image/png': (head) => [head.readUInt32BE(16), head.readUInt32BE(20)],
  'image/gif': (head) => [head.readUInt16LE(6), head.readUInt16LE(8)],
  'image/jpeg'(head) {
    let at = JPEG.startBytes;
    // The header of the frame is a marker from SOF0 to SOF15, between which are DHT, JPG and DAC.
    while (!/^ffc[^48c]$/.test(head.toString('hex', at, at + 2))) at += JPEG.read(head, at)![0];
    return [head.readUInt16BE(at + 5), head.readUInt16BE(at + 7)];
  },
  'image/webp'(head) {
    const kind = head.toString('latin1', 12, 16);
    if (kind === 'VP8X') return [head.readUIntLE(24, 3) + 1, head.readUIntLE(27, 3) + 1];
    if (kind === 'VP8 ') return [head.readUInt16LE(26) & 0x3fff, head.readUInt16LE(28) & 0x3fff];
    const bits = head.readUInt32LE(21);
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
  },
};
