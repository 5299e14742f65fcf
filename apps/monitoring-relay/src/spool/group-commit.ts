import { ErrataError } from '#shared';

interface Waiting {
  readonly write: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: ErrataError) => void;
}

export interface GroupCommitOptions {
  /** Runs all writes in one transaction and returns once it is synced; throws when it did not commit. */
  readonly commit: (runWrites: () => void) => void;
  /** Called after every attempt, before those who wait are told. */
  readonly onAttempt: (error: unknown) => void;
  /** Puts the next commit off until those who are ready to join have joined. */
  readonly schedule: (run: () => void) => void;
}

/**
 * Lets writes that arrive together share one transaction and one sync. The window is a turn of the
 * event loop: while a commit blocks, the next requests pile up in the sockets and join the next one.
 */
export class GroupCommit {
  private waiting: Waiting[] = [];

  constructor(private readonly options: GroupCommitOptions) {}

  /** Resolves with what `write` returned after the commit; rejects with `spool.unavailable` if that fails. */
  join<Result>(write: () => Result): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ write, resolve, reject });
      if (this.waiting.length === 1) this.options.schedule(() => this.flush());
    });
  }

  /** Commits now what waits. */
  flush(): void {
    const group = this.waiting;
    if (group.length === 0) return;
    this.waiting = [];
    const results: unknown[] = [];
    try {
      this.options.commit(() => {
        for (const { write } of group) results.push(write());
      });
    } catch (cause) {
      this.options.onAttempt(cause);
      const error = new ErrataError('spool.unavailable', { cause });
      for (const { reject } of group) reject(error);
      return;
    }
    this.options.onAttempt(undefined);
    for (const [index, { resolve }] of group.entries()) resolve(results[index] as never);
  }
}
