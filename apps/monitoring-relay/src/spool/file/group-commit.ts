import { ErrataError } from '#shared';

interface Waiting {
  readonly write: (place: never) => unknown;
  readonly body: Buffer | undefined;
  readonly resolve: (value: never) => void;
  readonly reject: (error: ErrataError) => void;
}

export interface GroupCommitOptions<Place> {
  /**
   * Stores bodies for the next transaction and returns their places once they are synced. Throws
   * when no body was stored.
   */
  readonly storeBodies: (bodies: readonly Buffer[]) => readonly Place[];
  /**
   * Runs all writes in one transaction and returns once it is synced. Throws when it was not
   * committed.
   */
  readonly commit: (runWrites: () => void) => void;
  /** Called after every attempt, before the waiting writes resolve or reject. */
  readonly onAttempt: (error: unknown) => void;
  readonly schedule: (run: () => void) => void;
}

/**
 * Lets writes that arrive together share one transaction and one sync. Writes of one turn of the
 * event loop form a group. While a commit blocks, further requests queue in their sockets and join
 * the next group.
 */
export class GroupCommit<Place> {
  private waiting: Waiting[] = [];
  private isDue = false;
  private isClosed = false;

  constructor(private readonly options: GroupCommitOptions<Place>) {}

  /**
   * Resolves with the result of `write` after the commit. Rejects with `spool.unavailable` when the
   * commit fails.
   */
  join<Result>(write: () => Result): Promise<Result> {
    return this.wait({ write });
  }

  /**
   * Does the same as `join` for a write that stores the place of a body. When the bodies cannot be
   * stored, only writes with bodies reject; writes without bodies are committed.
   */
  joinWith<Result>(body: Buffer, write: (place: Place) => Result): Promise<Result> {
    return this.wait({ write, body });
  }

  flush(): void {
    const group = this.waiting;
    this.isDue = false;
    if (group.length === 0) return;
    this.waiting = [];
    const { places, fault } = this.storeBodies(group);
    // Commits the writes without bodies in any case. On a disk without room for bodies, reports can
    // still be settled.
    const isReady = ({ body }: Waiting): boolean => fault === undefined || !body;
    const ready = group.filter(isReady);
    const refused = group.filter((waiting) => !isReady(waiting));
    const { results, fault: commitFault } = this.commit(ready, places);
    this.options.onAttempt(fault ?? commitFault);
    rejectAll(refused, fault);
    if (commitFault !== undefined) rejectAll(ready, commitFault);
    else for (const [index, { resolve }] of ready.entries()) resolve(results[index] as never);
  }

  close(): void {
    this.isClosed = true;
    this.flush();
  }

  private wait<Result>(write: Pick<Waiting, 'write'> & { body?: Buffer }): Promise<Result> {
    if (this.isClosed) {
      const cause = new Error('The spool is closed.');
      return Promise.reject(new ErrataError('spool.unavailable', { cause }));
    }
    return new Promise<Result>((resolve, reject) => {
      this.waiting.push({ body: undefined, ...write, resolve, reject });
      this.makeDue();
    });
  }

  private makeDue(): void {
    if (this.isDue) return;
    this.isDue = true;
    this.options.schedule(() => this.flush());
  }

  private storeBodies(group: readonly Waiting[]): { places: readonly Place[]; fault?: unknown } {
    const bodies = group.flatMap(({ body }) => body ?? []);
    try {
      return { places: bodies.length === 0 ? [] : this.options.storeBodies(bodies) };
    } catch (fault) {
      return { places: [], fault };
    }
  }

  private commit(
    group: readonly Waiting[],
    places: readonly Place[],
  ): { results: readonly unknown[]; fault?: unknown } {
    const results: unknown[] = [];
    if (group.length === 0) return { results };
    const place = places.values();
    try {
      this.options.commit(() => {
        for (const { write, body } of group) {
          results.push(write((body && place.next().value) as never));
        }
      });
      return { results };
    } catch (fault) {
      return { results, fault };
    }
  }
}

function rejectAll(group: readonly Waiting[], cause: unknown): void {
  if (group.length === 0) return;
  const error = new ErrataError('spool.unavailable', { cause });
  for (const each of group) each.reject(error);
}
