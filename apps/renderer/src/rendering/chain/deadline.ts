import { Injectable } from '@nestjs/common';
import { ErrataError, runtimeLimits, Scheduler } from '#shared';
import type { ErrorCode } from '#shared';

/** Bounds how long a page waits for its loaders and for its deferred data. */
@Injectable()
export class Deadline {
  constructor(private readonly scheduler: Scheduler) {}

  /**
   * Settles as `value` does, or rejects with an `ErrataError` after 30 s. Late work goes on, and
   * its result is ignored.
   */
  async keep<T>(value: Promise<T>, code: ErrorCode): Promise<T> {
    let cancel: () => void = () => undefined;
    const late = new Promise<never>((_resolve, reject) => {
      cancel = this.scheduler.runAfter(runtimeLimits.deferredDeadlineMs, () => {
        reject(new ErrataError(code));
      });
    });
    return Promise.race([value, late]).finally(cancel);
  }
}
