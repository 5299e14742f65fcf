/**
 * Size of the buffer for encoding. A document of 100 rows needs at most a third of the buffer. The
 * operating system allocates memory only for the part that is written to.
 */
const SCRATCH_BYTES = 1024 * 1024;
const BYTES_PER_UNIT = 3;

const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/**
 * Encodes text as UTF-8. `Buffer.from` is slower, because it reads the text twice: 180 µs instead
 * of 100 µs for 165 kB (measured).
 */
export function encodeText(text: string): Buffer {
  if (text.length * BYTES_PER_UNIT > SCRATCH_BYTES) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}
