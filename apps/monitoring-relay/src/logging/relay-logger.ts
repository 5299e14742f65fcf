import { ConsoleLogger } from '@nestjs/common';
import type { LogLevel } from '@nestjs/common';
import type { RelayConfig } from '../config/relay-config.ts';
import { toPrintable } from './printable.ts';

const LEVELS: Record<RelayConfig['logLevel'], LogLevel[]> = {
  error: ['fatal', 'error'],
  warn: ['fatal', 'error', 'warn'],
  info: ['fatal', 'error', 'warn', 'log'],
  debug: ['fatal', 'error', 'warn', 'log', 'debug'],
};

/** Lets no text that came from outside act on the terminal. JSON spells control characters out anyway. */
export class RelayLogger extends ConsoleLogger {
  protected override stringifyMessage(message: unknown, logLevel: LogLevel): string {
    const text = typeof message === 'string' ? toPrintable(message) : message;
    return super.stringifyMessage(text, logLevel);
  }
}

/** Lines for a person at a terminal, JSON everywhere else. */
export function createRelayLogger(logLevel: RelayConfig['logLevel']): ConsoleLogger {
  const terminal = process.stdout.isTTY;
  return new RelayLogger({ json: !terminal, colors: terminal, logLevels: LEVELS[logLevel] });
}
