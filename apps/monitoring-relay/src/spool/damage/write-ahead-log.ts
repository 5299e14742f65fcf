/** https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const MAGIC = 0x37_7f_06_82;
const FORMAT_VERSION = 3_007_000;
const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;

type Pair = readonly [number, number];

interface Frame {
  readonly start: number;
  /** What stands behind the end of a log is of an earlier round. */
  readonly isOfLog: boolean;
  /** Its checksum follows from the one that the frame before it says it has. */
  readonly isWhole: boolean;
  readonly isCommit: boolean;
}

interface Layout {
  /** Checksums are of words in the order of bytes that the machine has which made the log. */
  readonly isBigEndian: boolean;
  readonly salts: Buffer;
  readonly pageBytes: number;
  readonly isHeaderWhole: boolean;
}

/**
 * Looks for damage in a write-ahead log of SQLite, which takes the first frame that is not whole for the end of a log
 * whose last write was cut off. In one that is synced with each commit there is nothing behind such a write: where a
 * frame stands behind the commit that a broken one belongs to, that one was synced, and has changed since.
 *
 * Returns undefined when there is none, else the log with the checksums that what stands in it should have, up to the last commit that
 * was synced: all that was committed is read then, and the changed page as it is, unless a later frame has it too.
 */
export function mendLog(log: Buffer, pageBytes: number): Buffer | undefined {
  const layout = readLayout(log, pageBytes);
  if (!layout) return undefined;
  const frames = readFrames(log, layout);
  if (layout.isHeaderWhole && !hasDamage(frames)) return undefined;
  const synced = frames.slice(0, countSynced(frames));
  return synced.length === 0 ? undefined : rewrite(log, layout, synced);
}

/** Of a damaged header what the first frame says; undefined where no frame is. */
function readLayout(log: Buffer, pageBytes: number): Layout | undefined {
  if (log.length < HEADER_BYTES + FRAME_HEADER_BYTES + pageBytes) return undefined;
  for (const isBigEndian of [false, true]) {
    const checksum = addChecksum([0, 0], log.subarray(0, 24), isBigEndian);
    const isMade = log.readUInt32BE(0) === (MAGIC | Number(isBigEndian)) >>> 0;
    if (!isMade || !isAt(log, 24, checksum)) continue;
    const salts = log.subarray(16, 24);
    return { isBigEndian, salts, pageBytes: log.readUInt32BE(8), isHeaderWhole: true };
  }
  const salts = log.subarray(HEADER_BYTES + 8, HEADER_BYTES + 16);
  return { isBigEndian: false, salts, pageBytes, isHeaderWhole: false };
}

function readFrames(log: Buffer, { isBigEndian, salts, pageBytes }: Layout): Frame[] {
  const frames: Frame[] = [];
  const frameBytes = FRAME_HEADER_BYTES + pageBytes;
  // The header and each frame end their own with the checksum of all up to there.
  let before: Pair = [log.readUInt32BE(24), log.readUInt32BE(28)];
  for (let start = HEADER_BYTES; start + frameBytes <= log.length; start += frameBytes) {
    const isOfLog = log.subarray(start + 8, start + 16).equals(salts);
    const checksum = isOfLog ? addFrame(before, log, start, { isBigEndian, pageBytes }) : before;
    frames.push({
      start,
      isOfLog,
      isWhole: isOfLog && isAt(log, start + 16, checksum),
      isCommit: isOfLog && log.readUInt32BE(start + 4) > 0,
    });
    before = [log.readUInt32BE(start + 16), log.readUInt32BE(start + 20)];
  }
  return frames;
}

/** Behind the commit that the first broken frame belongs to there is another frame: that commit was synced. */
function hasDamage(frames: readonly Frame[]): boolean {
  const broken = frames.findIndex(({ isWhole }) => !isWhole);
  if (broken === -1) return false;
  const commit = frames.findIndex(({ isCommit }, index) => index >= broken && isCommit);
  return commit !== -1 && frames.slice(commit + 1).some(({ isOfLog }) => isOfLog);
}

/** How many frames there are up to the last commit that was synced, as far as can be told. */
function countSynced(frames: readonly Frame[]): number {
  const last = frames.findLastIndex(({ isCommit }) => isCommit);
  const before = frames.slice(0, Math.max(last, 0)).findLastIndex(({ isCommit }) => isCommit);
  const isLastWhole = frames.slice(before + 1, last + 1).every(({ isWhole }) => isWhole);
  return (isLastWhole ? last : before) + 1;
}

function rewrite(log: Buffer, layout: Layout, frames: readonly Frame[]): Buffer {
  const { salts, pageBytes, isBigEndian } = layout;
  const end = frames.at(-1)!.start + FRAME_HEADER_BYTES + pageBytes;
  const mended = Buffer.from(log.subarray(0, end));
  if (!layout.isHeaderWhole) {
    mended.writeUInt32BE((MAGIC | Number(isBigEndian)) >>> 0, 0);
    mended.writeUInt32BE(FORMAT_VERSION, 4);
    mended.writeUInt32BE(pageBytes, 8);
    salts.copy(mended, 16);
  }
  let checksum = addChecksum([0, 0], mended.subarray(0, 24), isBigEndian);
  write(mended, 24, checksum);
  for (const { start } of frames) {
    salts.copy(mended, start + 8);
    checksum = addFrame(checksum, mended, start, layout);
    write(mended, start + 16, checksum);
  }
  return mended;
}

/** Its page, and what its header says of it. */
function addFrame(
  checksum: Pair,
  log: Buffer,
  start: number,
  { isBigEndian, pageBytes }: Pick<Layout, 'isBigEndian' | 'pageBytes'>,
): Pair {
  const page = start + FRAME_HEADER_BYTES;
  const withHeader = addChecksum(checksum, log.subarray(start, start + 8), isBigEndian);
  return addChecksum(withHeader, log.subarray(page, page + pageBytes), isBigEndian);
}

/** https://www.sqlite.org/fileformat2.html#checksum_algorithm */
function addChecksum([first, second]: Pair, bytes: Buffer, isBigEndian: boolean): Pair {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let even = first;
  let odd = second;
  for (let at = 0; at < bytes.length; at += 8) {
    even = (even + view.getUint32(at, !isBigEndian) + odd) >>> 0;
    odd = (odd + view.getUint32(at + 4, !isBigEndian) + even) >>> 0;
  }
  return [even, odd];
}

function isAt(log: Buffer, at: number, [first, second]: Pair): boolean {
  return log.readUInt32BE(at) === first && log.readUInt32BE(at + 4) === second;
}

function write(log: Buffer, at: number, [first, second]: Pair): void {
  log.writeUInt32BE(first, at);
  log.writeUInt32BE(second, at + 4);
}
