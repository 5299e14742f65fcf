import { EventEmitter } from 'node:events';

/** Once this many bytes wait for `take`, `write` returns false and React pauses. */
const HIGH_WATER_BYTES = 64 * 1024;

/**
 * Collects the HTML that React's stream writes. `take` returns the HTML up to React's last flush,
 * because other HTML can be inserted only there. Implements the part of a Node.js writable stream
 * that React uses.
 */
export class FlushedHtml extends EventEmitter {
  private pending: (string | Uint8Array)[] = [];
  private flushed: (string | Uint8Array)[] = [];
  private bytes = 0;
  private ended = false;

  constructor(private readonly onFlush: () => void) {
    super();
  }

  get isEnded(): boolean {
    return this.ended && this.flushed.length === 0;
  }

  write(chunk: string | Uint8Array): boolean {
    this.pending.push(chunk);
    this.bytes += chunk.length;
    return this.bytes < HIGH_WATER_BYTES;
  }

  /** React calls this at points where other HTML may be inserted. */
  flush(): void {
    this.flushed.push(...this.pending.splice(0));
    this.onFlush();
  }

  end(): this {
    this.ended = true;
    this.flush();
    return this;
  }

  destroy(): this {
    return this.end();
  }

  take(): string {
    const decoder = new TextDecoder();
    const parts = this.flushed
      .splice(0)
      .map((chunk) =>
        typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }),
      );
    this.bytes = 0;
    // The event waits until `take` has finished, because React writes more HTML during the event.
    if (!this.ended) setImmediate(() => this.emit('drain'));
    return parts.join('') + decoder.decode();
  }
}
