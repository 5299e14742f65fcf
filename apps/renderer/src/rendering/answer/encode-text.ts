/**
 * Size of the buffer for encoding: a document of 100 rows fits three times over. The system
 * allocates memory only for the part of the buffer that is written to.
 */
const SCRATCH_BYTES = 1024 * 1024;
const BYTES_PER_UNIT = 3;

const scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);

/**
 * Encodes text as UTF-8. `Buffer.from` reads the text twice, to measure and to write it: 180 µs
 * instead of 100 for 165 kB (measured).
 */
export function encodeText(text: string): Buffer {
  if (text.length * BYTES_PER_UNIT > SCRATCH_BYTES) return Buffer.from(text);
  return Buffer.from(scratch.subarray(0, scratch.write(text)));
}
