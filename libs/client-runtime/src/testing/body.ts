export interface Body {
  readonly stream: ReadableStream<Uint8Array>;
  send(piece: string | Uint8Array): void;
  end(): void;
  fail(error: unknown): void;
  isDropped(): boolean;
}

export function createBody(): Body {
  const encoder = new TextEncoder();
  let controller = {} as ReadableStreamDefaultController<Uint8Array>;
  let isDropped = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (created) => (controller = created),
    cancel() {
      isDropped = true;
    },
  });
  return {
    stream,
    send: (piece) => controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece),
    end: () => controller.close(),
    fail: (error) => controller.error(error),
    isDropped: () => isDropped,
  };
}
