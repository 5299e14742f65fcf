/** What a product takes without its database, as reports that wait elsewhere until it is back. */
export abstract class Intake {
  /** One sentence for pages that fail while the database is away, true while `isTaking`. */
  abstract readonly kept: string;

  /** Whether it is taken at this moment. Never rejects. */
  abstract isTaking(): Promise<boolean>;

  /** `kept` where it is true now. Never rejects. */
  async describe(): Promise<string | undefined> {
    return (await this.isTaking()) ? this.kept : undefined;
  }
}

/** Of a product that takes nothing. */
export class NoIntake extends Intake {
  override readonly kept = '';

  override async isTaking(): Promise<boolean> {
    return false;
  }
}
