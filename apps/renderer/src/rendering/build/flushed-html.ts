import { EventEmitter } from 'node:events';

/** From here on React is told to wait until it has been taken. */
const HIGH_WATER_BYTES = 64 * 1024;

/**
 * What React's stream writes, given out only as far as it was flushed: there the HTML is whole, and
 * other elements may follow. It has the part of a Node.js writable stream that React uses.
 */
export class FlushedHtml extends EventEmitter {
  private pending: (string | Uint8Array)[] = [];
  private flushed: (string | Uint8Array)[] = [];
  private bytes = 0;
  private ended = false;

  constructor(private readonly onFlush: () => void) {
    super();
  }

  /** React has written everything, or failed; nothing of it is left to take. */
  get isEnded(): boolean {
    return this.ended && this.flushed.length === 0;
  }

  write(chunk: string | Uint8Array): boolean {
    this.pending.push(chunk);
    this.bytes += chunk.length;
    return this.bytes < HIGH_WATER_BYTES;
  }

  /** React's word that what it wrote so far stands by itself. */
  flush(): void {
    this.flushed.push(...this.pending.splice(0));
    this.onFlush();
  }

  end(): this {
    this.ended = true;
    this.flush();
    return this;
  }

  /** React's word that it cannot go on. */
  destroy(): this {
    return this.end();
  }

  /** Everything flushed since the last time. */
  take(): string {
    const decoder = new TextDecoder();
    const parts = this.flushed
      .splice(0)
      .map((chunk) =>
        typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true }),
      );
    this.bytes = 0;
    // Not within React's own call: it would write into what is being taken.
    if (!this.ended) setImmediate(() => this.emit('drain'));
    return parts.join('') + decoder.decode();
  }
}
