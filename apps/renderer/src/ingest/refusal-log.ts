import { Logger } from '@nestjs/common';

const EVERY_MS = 60_000;

/**
 * Tells the operator of reports that were answered 503 here: of the first at once, and then once a minute how many more
 * there were. A line for each would drown all others while a relay is away.
 */
export class RefusalLog {
  private readonly logger = new Logger('Reports');
  private more = 0;
  private timer: NodeJS.Timeout | undefined;

  /** One report was refused. */
  note(): void {
    if (this.timer) {
      this.more += 1;
      return;
    }
    this.logger.warn('A report was answered 503: the relay cannot be reached.');
    this.timer = this.tellAfterAMinute();
  }

  private tellAfterAMinute(): NodeJS.Timeout {
    return setTimeout(() => this.tell(), EVERY_MS).unref();
  }

  private tell(): void {
    this.timer = undefined;
    if (this.more === 0) return;
    this.logger.warn(
      `In the last minute ${this.more} more reports were answered 503: the relay cannot be reached.`,
    );
    this.more = 0;
    this.timer = this.tellAfterAMinute();
  }
}
