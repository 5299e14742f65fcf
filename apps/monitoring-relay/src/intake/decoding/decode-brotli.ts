import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { BrotliDecStream, BrotliStreamResultCode, initSync } from 'brotli-dec-wasm/web';

const STEP_BYTES = 64 * 1024;
/**
 * Low seven bits of the first byte in a body with a "large window" of up to 1 GiB. RFC 7932,
 * section 9.1, does not allow such a window.
 */
const LARGE_WINDOW = 0x11;

const require = createRequire(import.meta.url);
let isLoaded = false;

/**
 * Decodes a whole Brotli body lazily, in pieces of at most `STEP_BYTES`, empty ones included. Keeps
 * only the window in memory, at most 16 MiB. Throws when the body is not Brotli, ends early, or has bytes after its
 * end.
 *
 * Uses WASM because Node's own Brotli decoder can be made to write out of its bounds
 * (CVE-2026-111497).
 */
export function* decodeBrotli(body: Uint8Array): Generator<Uint8Array> {
  if ((body[0]! & 0x7f) === LARGE_WINDOW)
    throw new Error('The window of the compressed body is too large.');
  load();
  const stream = new BrotliDecStream();
  try {
    let offset = 0;
    for (;;) {
      const result = stream.dec(body.subarray(offset, offset + STEP_BYTES), STEP_BYTES);
      const { buf, code } = result;
      offset += result.input_offset;
      result.free();
      yield buf;
      if (code === BrotliStreamResultCode.ResultSuccess) break;
      const isHungry = code === BrotliStreamResultCode.NeedsMoreInput;
      if (isHungry && offset === body.length) throw new Error('The compressed body ends early.');
    }
    if (offset < body.length)
      throw new Error('The body goes on after the end of its compressed data.');
  } finally {
    stream.free();
  }
}

/** Loads the WASM with the first Brotli body, because most relays never receive one. */
function load(): void {
  if (isLoaded) return;
  initSync({ module: readFileSync(require.resolve('brotli-dec-wasm/web/bg.wasm')) });
  isLoaded = true;
}
