import { Logger } from '@nestjs/common';

export function silenceLog(): void {
  Logger.overrideLogger(false);
}
