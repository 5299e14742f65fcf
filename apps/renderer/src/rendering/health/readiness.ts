/** Tells whether the application can answer requests now. */
export abstract class Readiness {
  /** What is wrong, one line each; empty when nothing is. Never rejects. */
  abstract problems(): Promise<string[]>;
}
