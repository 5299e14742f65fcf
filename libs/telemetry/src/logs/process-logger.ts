import type { LoggerService } from '@nestjs/common';
import { findCurrentRequest } from '../requests/request-context.ts';
import type { LineBudget } from './line-budget.ts';
import { type LineWriter, toEntry } from './log-entry.ts';
import { isWritten, type LineLevel, type LogLevel } from './log-levels.ts';
import { maskSecrets } from '../logging/mask-secrets.ts';

export interface ProcessLoggerOptions {
  readonly level: LogLevel;
  readonly write: LineWriter;
  /** Of lines other than `debug`, which who asks for them gets, and `fatal`, after which there is none. */
  readonly budget: LineBudget;
}

/** What Nest says of its own start at level `log` would drown the one line that matters. */
const NESTS_START = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Of the text of a line, in characters: messages of errors may quote what they were given. */
const MAX_LENGTH = 16_384;
/** As many are looked at for secrets, since what is masked makes a text shorter. */
const MAX_READ = 4 * MAX_LENGTH;
/** No password of an address, and no email address, is longer: these are known by what comes behind them. */
const MOST_OF_A_SECRET = 1024;

/**
 * Where all lines of a process come together: adds the request that is handled, masks what a log must not keep, and keeps
 * a flood of lines within bounds.
 */
export class ProcessLogger implements LoggerService {
  constructor(private readonly options: ProcessLoggerOptions) {}

  log(message: unknown, ...parameters: unknown[]): void {
    if (!NESTS_START.has(findContext(parameters) ?? '')) this.say('info', message, parameters);
  }

  fatal(message: unknown, ...parameters: unknown[]): void {
    this.say('fatal', message, parameters);
  }

  error(message: unknown, ...parameters: unknown[]): void {
    this.say('error', message, parameters);
  }

  warn(message: unknown, ...parameters: unknown[]): void {
    this.say('warn', message, parameters);
  }

  debug(message: unknown, ...parameters: unknown[]): void {
    this.say('debug', message, parameters);
  }

  verbose(message: unknown, ...parameters: unknown[]): void {
    this.say('debug', message, parameters);
  }

  private say(level: LineLevel, message: unknown, parameters: readonly unknown[]): void {
    const { budget, write } = this.options;
    if (!isWritten(level, this.options.level)) return;
    const context = findContext(parameters);
    const isBounded = level !== 'debug' && level !== 'fatal';
    if (isBounded && !budget.admits(context ?? '')) return;
    for (const [of, lines] of budget.takeLeftOut()) {
      write({ level: 'warn', context: of, msg: `${lines} more lines were left out.`, fields: {} });
    }
    const { msg, ...fields } = toEntry(message);
    const stack = findStack(parameters);
    const text = stack === undefined ? msg : `${msg}\n${stack}`;
    write({
      level,
      ...(context === undefined ? {} : { context }),
      msg: toLineText(text),
      fields: { ...findCurrentRequest(), ...fields },
    });
  }
}

/** Masked before it is cut: a cut may take away what a secret is known by. The end of what was read may have such a one. */
function toLineText(text: string): string {
  const masked = maskSecrets(text.slice(0, MAX_READ));
  const whole = text.length > MAX_READ ? masked.slice(0, -MOST_OF_A_SECRET) : masked;
  return whole.slice(0, MAX_LENGTH);
}

/** Nest hands the context over as the last of the parameters. */
function findContext(parameters: readonly unknown[]): string | undefined {
  const last = parameters.at(-1);
  return typeof last === 'string' ? last : undefined;
}

/** Of an error, Nest hands the stack over before the context. */
function findStack(parameters: readonly unknown[]): string | undefined {
  const stack = parameters.length > 1 ? parameters[0] : undefined;
  return typeof stack === 'string' ? stack : undefined;
}
