import type { Transferable, Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';

export interface ThreadLifeOptions {
  readonly worker: Worker;
  readonly hear: (said: FromThread) => void;
  readonly beatEveryMs: number;
  /** So many in a row, and it hangs. */
  readonly maxMissedBeats: number;
}

/** An exit of the process waits for what such a thread does in native code. */
export class HangingThread extends Error {}

/** One thread, from its start until it has ended by itself, or hangs. Nobody ends it: that can abort the process (ADR 134). */
export class ThreadLife {
  /** Resolves once it is gone or hangs, with what it ended by; never rejects. */
  readonly over: Promise<unknown>;
  /** Resolves once it is gone; never rejects. */
  readonly gone: Promise<void>;
  private readonly worker: Worker;
  private fault: unknown;
  private missedBeats = 0;

  constructor({ worker, hear, beatEveryMs, maxMissedBeats }: ThreadLifeOptions) {
    this.worker = worker;
    let resolveOver!: (fault: unknown) => void;
    this.over = new Promise((resolve) => (resolveOver = resolve));
    // Counted and not measured: a machine that slept has not beaten either.
    const watching = setInterval(() => {
      this.missedBeats += 1;
      if (this.missedBeats < maxMissedBeats) return;
      const silentMs = beatEveryMs * maxMissedBeats;
      resolveOver(new HangingThread(`The processing thread has not answered for ${silentMs} ms.`));
    }, beatEveryMs);
    worker.on('message', (said: FromThread) => {
      this.missedBeats = 0;
      hear(said);
    });
    worker.on('error', (error) => (this.fault ??= error));
    this.gone = new Promise((resolve) => {
      worker.once('exit', (code) => {
        clearInterval(watching);
        resolveOver(this.fault ?? new Error(`The processing thread ended with code ${code}.`));
        resolve();
      });
    });
  }

  tell(told: ToThread, transfer: readonly Transferable[] = []): void {
    this.worker.postMessage(told, transfer);
  }
}
