import type { LoggerService } from '@nestjs/common';
import { findCurrentRequest } from '../requests/request-context.ts';
import type { LineBudget } from './line-budget.ts';
import { type LineWriter, toEntry } from './log-entry.ts';
import { isWritten, type LineLevel, type LogLevel } from './log-levels.ts';
import { maskSecrets } from '../logging/mask-secrets.ts';

export interface ProcessLoggerOptions {
  readonly level: LogLevel;
  readonly write: LineWriter;
  /**
   * Lines of level `debug` and `fatal` are not limited: `debug` is written only on request, and
   * `fatal` is always the last line.
   */
  readonly budget: LineBudget;
}

/**
 * Contexts of Nest whose lines at level `log` are dropped. When the program starts, these lines
 * would hide more important lines.
 */
const NESTS_START = new Set([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
]);

/** Maximum characters of a line, because error messages may quote untrusted input. */
const MAX_LENGTH = 16_384;
/**
 * Characters that are searched for secrets. More characters are read than written, because masking
 * shortens the text.
 */
const MAX_READ = 4 * MAX_LENGTH;
/**
 * Length of the longest password in a URL, and of the longest email address. Both are recognised
 * only by the text after them, which a cut may remove.
 */
const MAX_SECRET_LENGTH = 1024;

/**
 * Writes all lines of a process. Adds the current request, masks secrets, and limits floods of
 * lines.
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

/**
 * Masks before it cuts, because a cut can remove the text by which a secret is recognised. The end
 * of the masked part is dropped, because it may contain such a cut secret.
 */
function toLineText(text: string): string {
  const masked = maskSecrets(text.slice(0, MAX_READ));
  const whole = text.length > MAX_READ ? masked.slice(0, -MAX_SECRET_LENGTH) : masked;
  return whole.slice(0, MAX_LENGTH);
}

function findContext(parameters: readonly unknown[]): string | undefined {
  const last = parameters.at(-1);
  return typeof last === 'string' ? last : undefined;
}

/** Nest passes the stack of an error before the context. */
function findStack(parameters: readonly unknown[]): string | undefined {
  const stack = parameters.length > 1 ? parameters[0] : undefined;
  return typeof stack === 'string' ? stack : undefined;
}
