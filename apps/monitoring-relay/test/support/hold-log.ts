import { Logger as NestLogger } from '@nestjs/common';
import { afterEach, beforeEach } from '@jest/globals';
import { type LogLine, Logger } from '#telemetry/plain';

/** Returns the lines that were logged since the test began. Changes each line by `write`. */
export function holdLog(write = ({ text }: LogLine): string => text): string[] {
  const lines: string[] = [];
  beforeEach(() => {
    lines.length = 0;
    Logger.writeTo((line) => void lines.push(write(line)));
  });
  afterEach(() => Logger.writeTo(() => undefined));
  return lines;
}

export const withLevel = ({ level, text }: LogLine): string => `${level}: ${text}`;

/** Does the same for code that logs by Nest's logger. */
export function holdNestLog(): string[] {
  const lines: string[] = [];
  const note = (text: string): void => void lines.push(text);
  beforeEach(() => {
    lines.length = 0;
    NestLogger.overrideLogger({ log: note, warn: note, error: note });
  });
  afterEach(() => NestLogger.overrideLogger(false));
  return lines;
}
