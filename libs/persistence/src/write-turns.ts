/**
 * Lets connections that are to write one after the other take turns, whoever holds them. They need not: databases
 * have locks. But SQLite's are waited for by looking again and again.
 */
export abstract class WriteTurns {
  /** Runs `work` when nobody else has the turn, and settles as it does. */
  abstract take<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** A connection that is the only one of its process which writes. */
export class OwnTurns extends WriteTurns {
  override take<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}
