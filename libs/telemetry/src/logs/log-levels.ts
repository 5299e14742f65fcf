import type { LogLevel as NestLevel } from '@nestjs/common';

/** As LOG_LEVEL names them, the fewest lines first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

/** As lines name them. */
export type LineLevel = LogLevel | 'fatal';

/** What is written at each level. */
const written: Record<LogLevel, readonly LineLevel[]> = {
  error: ['fatal', 'error'],
  warn: ['fatal', 'error', 'warn'],
  info: ['fatal', 'error', 'warn', 'info'],
  debug: ['fatal', 'error', 'warn', 'info', 'debug'],
};

/** How Nest calls them. */
export const nestLevels: Record<LineLevel, NestLevel> = {
  fatal: 'fatal',
  error: 'error',
  warn: 'warn',
  info: 'log',
  debug: 'debug',
};

export function isWritten(line: LineLevel, level: LogLevel): boolean {
  return written[level].includes(line);
}
