/** Encodings that are decoded by WASM, on the thread for it. */
export type WasmEncoding = 'br' | 'zstd';

/** A whole body. */
export interface DecodingJob {
  readonly encoding: WasmEncoding;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** What the thread is told: a job, or to go on with the next piece of it. */
export type ToDecodingThread = DecodingJob | 'more';

/** What the thread says, each time once it is told something. */
export type FromDecodingThread =
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly isEnd: true }
  /** The body cannot be decoded, and why. */
  | { readonly malformed: string };
