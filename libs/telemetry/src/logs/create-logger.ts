import type { LoggerService } from '@nestjs/common';
import { SystemClock } from '#shared';
import { createJsonLines } from './json-lines.ts';
import { LineBudget } from './line-budget.ts';
import type { RecentLines } from './recent-lines.ts';
import type { LineWriter } from './log-entry.ts';
import type { LogLevel } from './log-levels.ts';
import { ProcessLogger } from './process-logger.ts';
import { createTextLines, isTerminal } from './text-lines.ts';

export const logFormats = ['json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];

export interface LoggerOptions {
  readonly service: string;
  readonly level: LogLevel;
  readonly format?: LogFormat | undefined;
  /** Gets each line that is written, except those of level `debug`. */
  readonly recent: RecentLines;
}

/**
 * Limit for each logger context. An error with its stack has about 2 kB, so each context writes
 * less than 0.2 GB a day.
 */
const LINES_PER_MINUTE = 60;

export function createLogger({ service, level, format, recent }: LoggerOptions): LoggerService {
  const isText = (format ?? (isTerminal() ? 'text' : 'json')) === 'text';
  const write: LineWriter = isText ? createTextLines() : createJsonLines({ service });
  return new ProcessLogger({
    level,
    write: (line) => {
      write(line);
      if (line.level !== 'debug') recent.note(line);
    },
    budget: new LineBudget(new SystemClock(), LINES_PER_MINUTE),
  });
}
