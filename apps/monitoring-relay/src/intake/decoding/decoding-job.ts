export type WasmEncoding = 'br' | 'zstd';

export interface DecodingJob {
  readonly encoding: WasmEncoding;
  readonly body: Uint8Array<ArrayBuffer>;
}

export type ToDecodingThread = DecodingJob | 'more';

/** The thread sends exactly one of these for each message it receives. */
export type FromDecodingThread =
  | { readonly piece: Uint8Array<ArrayBuffer> }
  | { readonly isEnd: true }
  | { readonly malformed: string };
