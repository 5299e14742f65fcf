/**
 * Tells whether the application can answer requests now.
 *
 * ```ts
 * export class AlwaysReady extends Readiness {
 *   override async problems(): Promise<string[]> {
 *     return [];
 *   }
 *   override noteAway(): void {}
 * }
 * ```
 */
export abstract class Readiness {
  /** Resolves with a line for each problem; empty when the application is ready. Never rejects. */
  abstract problems(): Promise<string[]>;
  /**
   * Tells the operator, at most once a minute, that pages fail under this digest because the
   * database is away.
   */
  abstract noteAway(error: Error, digest: string): void;
}
