/**
 * Says whether a product takes data in while its database is away, such as reports that wait
 * elsewhere.
 *
 * ```ts
 * export class QueueIntake extends Intake {
 *   override readonly kept = 'Orders are accepted and kept meanwhile.';
 *   override isTaking(): Promise<boolean> {
 *     return this.queue.isOpen();
 *   }
 * }
 * ```
 */
export abstract class Intake {
  /**
   * Sentence that is added to pages that fail while the database is away. The sentence must be true
   * whenever `isTaking` resolves with true.
   */
  abstract readonly kept: string;

  abstract isTaking(): Promise<boolean>;

  async describe(): Promise<string | undefined> {
    return (await this.isTaking()) ? this.kept : undefined;
  }
}

/**
 * The intake of a product that takes nothing.
 *
 * ```ts
 * const intake = front.intake ?? new NoIntake();
 * await intake.isTaking(); // false
 * ```
 */
export class NoIntake extends Intake {
  override readonly kept = '';

  override async isTaking(): Promise<boolean> {
    return false;
  }
}
