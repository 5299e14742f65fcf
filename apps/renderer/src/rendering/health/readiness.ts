/** Tells whether the application can answer requests now. */
export abstract class Readiness {
  /** What is wrong, one line each; empty when nothing is. Never rejects. */
  abstract problems(): Promise<string[]>;
  /** Tells who runs this that pages fail under that digest because the database is away, once a minute at most. */
  abstract noteAway(error: Error, digest: string): void;
}
