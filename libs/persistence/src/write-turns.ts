/**
 * Lets writing connections take turns. Correctness does not depend on turns, because databases have
 * locks. They save the polling by which SQLite waits for its lock.
 */
export abstract class WriteTurns {
  /** Runs `work` while nobody else has the turn, and settles like `work`. */
  abstract take<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class OwnTurns extends WriteTurns {
  override take<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}
