import { setTimeout as wait } from 'node:timers/promises';

export abstract class Pause {
  /** Resolves after `ms`, or at once when `signal` aborts. */
  abstract wait(ms: number, signal: AbortSignal): Promise<void>;
}

export class SystemPause extends Pause {
  override async wait(ms: number, signal: AbortSignal): Promise<void> {
    try {
      await wait(ms, undefined, { signal });
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}
