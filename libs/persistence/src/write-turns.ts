/**
 * Port by which connections take turns to write. Databases have locks of their own, but SQLite
 * polls for its lock, and waiting for a turn avoids the polling.
 */
export abstract class WriteTurns {
  abstract take<Result>(work: () => Promise<Result>): Promise<Result>;
}

export class NoTurns extends WriteTurns {
  override take<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }
}
