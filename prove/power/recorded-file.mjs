/** Maximum size of a recorded file. No file of a data folder grows to it. */
const LARGEST_BYTES = 2 ** 30;

/** Creates a buffer that can grow. A part that is cut off and comes back is zero, as in a file. */
function createImage(bytes = new Uint8Array()) {
  const image = new ArrayBuffer(bytes.length, { maxByteLength: LARGEST_BYTES });
  new Uint8Array(image).set(bytes);
  return image;
}

/** @param {ArrayBuffer} image @param {Change} change */
function apply(image, { offset, bytes, length }) {
  const size = bytes ? Math.max(image.byteLength, offset + bytes.length) : length;
  if (size !== image.byteLength) image.resize(size);
  if (bytes) new Uint8Array(image).set(bytes, offset);
}

/**
 * @typedef {object} Change bytes written at an offset, or another length
 * @property {number} [offset]
 * @property {Buffer} [bytes]
 * @property {number} [length]
 */

/** Block size of the disk, which writes a block as a whole or not at all. */
const BLOCK_BYTES = 4096;

/**
 * Splits a change at the blocks of the file, because only some blocks of a long write may reach the
 * disk.
 *
 * @param {Change} change
 */
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

/** A file as the disk is sure to have it, and the changes since. */
export class RecordedFile {
  #synced = createImage();
  /**
   * Changes in the order in which they began.
   *
   * @type {{ change: Change, isDone: boolean }[]}
   */
  #changes = [];
  length = 0;

  /**
   * @param {Change} change
   * @returns {() => void} to be called when the change is done
   */
  begin(change) {
    const entry = { change, isDone: false };
    this.#changes.push(entry);
    this.length = change.bytes
      ? Math.max(this.length, change.offset + change.bytes.length)
      : change.length;
    return () => (entry.isDone = true);
  }

  /**
   * Begins a sync, which covers the changes that were done before it began.
   *
   * @returns {() => void} to be called when the sync is done
   */
  beginSync() {
    const covered = new Set(this.#changes.filter(({ isDone }) => isDone));
    return () => {
      for (const entry of this.#changes) if (covered.has(entry)) apply(this.#synced, entry.change);
      this.#changes = this.#changes.filter((entry) => !covered.has(entry));
    };
  }

  /**
   * Returns the content that is left when the power goes.
   *
   * @param {() => boolean} survives called for each block of each change that was not synced
   */
  cut(survives) {
    const image = createImage(new Uint8Array(this.#synced));
    for (const { change } of this.#changes) {
      for (const part of splitByBlocks(change)) if (survives()) apply(image, part);
    }
    return new Uint8Array(image);
  }
}
