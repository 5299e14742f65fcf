import * as fs from 'node:fs';

export interface ByteRange {
  readonly offset: number;
  readonly bytes: number;
}

const ZEROS = Buffer.alloc(64 * 1024);

/**
 * Overwrites the file outside `ranges`, and syncs it. When a body shares a page of the disk with a
 * gap, the disk writes the body again unchanged. Throws when the disk fails.
 */
export function overwriteGaps(path: string, ranges: readonly ByteRange[]): void {
  const descriptor = fs.openSync(path, 'r+');
  try {
    const { size } = fs.fstatSync(descriptor);
    const kept = ranges.filter(isRange).toSorted((a, b) => a.offset - b.offset);
    let end = 0;
    for (const { offset, bytes } of [...kept, { offset: size, bytes: 0 }]) {
      overwrite(descriptor, end, Math.min(offset, size));
      end = Math.max(end, offset + bytes);
    }
    fs.fdatasyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/**
 * Skips ranges with damaged numbers, because their bodies are lost anyway. SQLite does not notice
 * such damage.
 */
function isRange({ offset, bytes }: ByteRange): boolean {
  return Number.isSafeInteger(offset) && Number.isSafeInteger(bytes);
}

function overwrite(descriptor: number, from: number, to: number): void {
  for (let at = from; at < to;) {
    at += fs.writeSync(descriptor, ZEROS, 0, Math.min(ZEROS.length, to - at), at);
  }
}
