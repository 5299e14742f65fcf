import type { LogLevel as NestLevel } from '@nestjs/common';

export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];

export type LineLevel = LogLevel | 'fatal';

const written: Record<LogLevel, readonly LineLevel[]> = {
  error: ['fatal', 'error'],
  warn: ['fatal', 'error', 'warn'],
  info: ['fatal', 'error', 'warn', 'info'],
  debug: ['fatal', 'error', 'warn', 'info', 'debug'],
};

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
