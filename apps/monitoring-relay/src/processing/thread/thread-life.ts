import type { Transferable, Worker } from 'node:worker_threads';
import type { FromThread, ToThread } from './messages.ts';

export interface ThreadLifeOptions {
  readonly worker: Worker;
  readonly onMessage: (said: FromThread) => void;
  readonly beatEveryMs: number;
  readonly maxMissedBeats: number;
}

/**
 * Fault of a thread that no longer answers. The thread may hang in native code, and an exit of the
 * process would wait for it.
 */
export class HangingThread extends Error {}
/** A thread that ended without an error, as a fault of native code or an operator makes it. */
export class EndedThread extends Error {}

/**
 * Watches one thread until it exits or hangs. The thread is never terminated, because that can
 * abort the process (ADR 86).
 */
export class ThreadLife {
  /** Resolves with the cause once the thread is gone or hangs. Never rejects. */
  readonly over: Promise<unknown>;
  /** Resolves once the thread is gone. Never rejects. */
  readonly gone: Promise<void>;
  private readonly worker: Worker;
  private fault: unknown;
  private missedBeats = 0;

  constructor({ worker, onMessage, beatEveryMs, maxMissedBeats }: ThreadLifeOptions) {
    this.worker = worker;
    let resolveOver!: (fault: unknown) => void;
    this.over = new Promise((resolve) => (resolveOver = resolve));
    // Counts missed beats instead of measuring time, so that a machine that wakes from sleep does
    // not count as hung.
    const watching = setInterval(() => {
      this.missedBeats += 1;
      if (this.missedBeats < maxMissedBeats) return;
      const silentMs = beatEveryMs * maxMissedBeats;
      resolveOver(new HangingThread(`The processing thread has not answered for ${silentMs} ms.`));
    }, beatEveryMs);
    worker.on('message', (said: FromThread) => {
      this.missedBeats = 0;
      onMessage(said);
    });
    worker.on('error', (error) => (this.fault ??= error));
    this.gone = new Promise((resolve) => {
      worker.once('exit', (code) => {
        clearInterval(watching);
        resolveOver(
          this.fault ?? new EndedThread(`The processing thread ended with code ${code}.`),
        );
        resolve();
      });
    });
  }

  tell(told: ToThread, transfer: readonly Transferable[] = []): void {
    this.worker.postMessage(told, transfer);
  }
}
