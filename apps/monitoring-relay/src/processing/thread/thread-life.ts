import type { Transferable, Worker } from 'node:worker_threads';
import { Logger } from '../../logging/logger.ts';
import type { FromThread, ToThread } from './messages.ts';
import type { Safepoints } from './safepoints.ts';

export interface ThreadLifeOptions {
  readonly worker: Worker;
  readonly safepoints: Pick<Safepoints, 'hold' | 'holdNow'>;
  readonly hear: (said: FromThread) => void;
  readonly beatEveryMs: number;
  /** So many in a row, and it hangs. */
  readonly maxMissedBeats: number;
}

/** One thread, from its start until it has ended, by itself or by us. */
export class ThreadLife {
  /** Resolves once it is gone, with what it ended by; never rejects. */
  readonly ended: Promise<unknown>;
  private readonly logger = new Logger(ThreadLife.name);
  private readonly worker: Worker;
  private killing: Promise<void> | undefined;
  private fault: unknown;
  private missedBeats = 0;

  constructor(private readonly options: ThreadLifeOptions) {
    const { worker, safepoints, beatEveryMs, hear } = options;
    this.worker = worker;
    // Counted and not measured: a machine that slept has not beaten either.
    const watching = setInterval(() => this.watch(), beatEveryMs);
    // The end of the process ends it, too.
    const hold = (): void => void safepoints.holdNow();
    process.on('exit', hold);
    worker.on('message', (said: FromThread) => {
      this.missedBeats = 0;
      hear(said);
    });
    worker.on('error', (error) => (this.fault ??= error));
    this.ended = new Promise((resolve) => {
      worker.once('exit', (code) => {
        clearInterval(watching);
        process.off('exit', hold);
        resolve(this.fault ?? new Error(`The processing thread ended with code ${code}.`));
      });
    });
  }

  tell(told: ToThread, transfer: readonly Transferable[] = []): void {
    this.worker.postMessage(told, transfer);
  }

  /** Ends it whatever it does: at a safepoint, if it is at one in time. */
  async kill(): Promise<void> {
    this.killing ??= this.end();
    await this.killing;
  }

  private async end(): Promise<void> {
    // It may end by itself meanwhile, within its work, and then never comes back.
    const isSafe = await Promise.race([
      this.options.safepoints.hold(),
      this.ended.then(() => true),
    ]);
    if (!isSafe) this.logger.warn('A thread is ended in the midst of encoding an event.');
    await this.worker.terminate();
  }

  private watch(): void {
    const { beatEveryMs, maxMissedBeats } = this.options;
    this.missedBeats += 1;
    if (this.missedBeats < maxMissedBeats) return;
    const silentMs = beatEveryMs * maxMissedBeats;
    this.fault ??= new Error(`The processing thread has not answered for ${silentMs} ms.`);
    void this.kill();
  }
}
