/**
 * Says whether a product accepts data while its database is away. For example, another service may
 * store such data.
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
   * Sentence for error pages while the database is away. Shown only when `isTaking` resolves with
   * true.
   */
  abstract readonly kept: string;

  abstract isTaking(): Promise<boolean>;

  async describe(): Promise<string | undefined> {
    return (await this.isTaking()) ? this.kept : undefined;
  }
}

/**
 * The intake of a product that accepts no data.
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
