import { ConsoleLogger } from '@nestjs/common';
import type { LogLevel } from '@nestjs/common';
import type { RendererConfig } from './renderer-config.ts';

const LEVELS: Record<RendererConfig['logLevel'], LogLevel[]> = {
  error: ['fatal', 'error'],
  warn: ['fatal', 'error', 'warn'],
  info: ['fatal', 'error', 'warn', 'log'],
  debug: ['fatal', 'error', 'warn', 'log', 'debug'],
};

/** Lines for a person at a terminal, JSON everywhere else. */
export function createLogger(logLevel: RendererConfig['logLevel']): ConsoleLogger {
  const terminal = process.stdout.isTTY;
  return new ConsoleLogger({ json: !terminal, colors: terminal, logLevels: LEVELS[logLevel] });
}
