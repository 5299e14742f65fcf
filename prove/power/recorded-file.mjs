/** Bytes that grow where they are written. */
class Image {
  #bytes = Buffer.alloc(0);
  length = 0;

  /** @param {Image} [other] of which it begins as a copy */
  constructor(other) {
    if (!other) return;
    this.#bytes = Buffer.from(other.bytes);
    this.length = other.length;
  }

  get bytes() {
    return this.#bytes.subarray(0, this.length);
  }

  /** @param {Change} change */
  apply({ offset, bytes, length }) {
    if (bytes) {
      this.#resize(Math.max(this.length, offset + bytes.length));
      bytes.copy(this.#bytes, offset);
    } else this.#resize(length);
  }

  #resize(length) {
    if (length > this.#bytes.length) {
      const larger = Buffer.alloc(2 * length);
      this.bytes.copy(larger);
      this.#bytes = larger;
    }
    // What is cut off and comes back is zero.
    if (length < this.length) this.#bytes.fill(0, length, this.length);
    this.length = length;
  }
}

/**
 * @typedef {object} Change of a file: bytes from an offset on, or another length
 * @property {number} [offset]
 * @property {Buffer} [bytes]
 * @property {number} [length]
 */

/** What a disk writes of a file at once, if at all. */
const BLOCK_BYTES = 4096;

/** By the blocks of the file: of a long write, some may get to the disk and others not. @param {Change} change */
function splitByBlocks(change) {
  const { offset, bytes } = change;
  if (!bytes?.length) return [change];
  const parts = [];
  for (let start = 0; start < bytes.length;) {
    const end = start + BLOCK_BYTES - ((offset + start) % BLOCK_BYTES);
    parts.push({ offset: offset + start, bytes: bytes.subarray(start, end) });
    start = end;
  }
  return parts;
}

/** A file as the disk is sure to have it, and what was written since. */
export class RecordedFile {
  #synced = new Image();
  /** In the order in which they began. @type {{ change: Change, isDone: boolean }[]} */
  #changes = [];
  /** As programs see it. */
  length = 0;

  /** @param {Change} change @returns {() => void} to be called when it is done */
  begin(change) {
    const entry = { change, isDone: false };
    this.#changes.push(entry);
    this.length = change.bytes
      ? Math.max(this.length, change.offset + change.bytes.length)
      : change.length;
    return () => (entry.isDone = true);
  }

  /** A sync has what was done before it began. @returns {() => void} to be called when it is done */
  beginSync() {
    const covered = new Set(this.#changes.filter(({ isDone }) => isDone));
    return () => {
      for (const entry of this.#changes) if (covered.has(entry)) this.#synced.apply(entry.change);
      this.#changes = this.#changes.filter((entry) => !covered.has(entry));
    };
  }

  /**
   * What is left of it when the power goes.
   *
   * @param {() => boolean} survives asked for each block of each change that was not synced
   */
  cut(survives) {
    const image = new Image(this.#synced);
    for (const { change } of this.#changes) {
      for (const part of splitByBlocks(change)) if (survives()) image.apply(part);
    }
    return image.bytes;
  }
}
