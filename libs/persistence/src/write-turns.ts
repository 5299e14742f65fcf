/**
 * Port by which connections can take turns to write. Correctness does not depend on it, because
 * databases have locks. Waiting here saves the polling by which SQLite waits for its lock.
 */
export abstract class WriteTurns {
  /** Runs `work` when it may write, and settles like `work`. */
  abstract take<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class NoTurns extends WriteTurns {
  override take<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}
