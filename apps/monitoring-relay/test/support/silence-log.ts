import { Logger } from '@nestjs/common';

/** A spec says what it expects; what the code under test logs on the way would only hide a failure. */
export function silenceLog(): void {
  Logger.overrideLogger(false);
}
