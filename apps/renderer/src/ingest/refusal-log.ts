import { Logger } from '@nestjs/common';

const EVERY_MS = 60_000;

/**
 * Logs reports that were answered with 503: the first report at once, and then the number of
 * further reports once a minute. One line per report would flood the log while the relay is away.
 */
export class RefusalLog {
  private readonly logger = new Logger('Reports');
  private more = 0;
  private timer: NodeJS.Timeout | undefined;

  note(): void {
    if (this.timer) {
      this.more += 1;
      return;
    }
    this.logger.warn('A report was answered 503: the relay cannot be reached.');
    this.timer = this.scheduleLog();
  }

  private scheduleLog(): NodeJS.Timeout {
    return setTimeout(() => this.logRefusals(), EVERY_MS).unref();
  }

  private logRefusals(): void {
    this.timer = undefined;
    if (this.more === 0) return;
    this.logger.warn(
      `In the last minute ${this.more} more reports were answered 503: the relay cannot be reached.`,
    );
    this.more = 0;
    this.timer = this.scheduleLog();
  }
}
