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
  /**
   * Resolves with a sentence for each problem, or with an empty list when the application is ready.
   * Never rejects.
   */
  abstract problems(): Promise<string[]>;
  /**
   * Logs, at most once a minute, that pages fail because the database is away. `digest` identifies
   * the error.
   */
  abstract noteAway(error: Error, digest: string): void;
}
