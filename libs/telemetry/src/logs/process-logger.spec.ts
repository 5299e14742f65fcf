import { beforeEach, describe, expect, it } from '@jest/globals';
import { SystemClock } from '#shared';
import { handleAs } from '../requests/request-context.ts';
import { LineBudget } from './line-budget.ts';
import type { LogLine } from './log-entry.ts';
import type { LogLevel } from './log-levels.ts';
import { ProcessLogger } from './process-logger.ts';

describe('ProcessLogger', () => {
  let lines: LogLine[];

  beforeEach(() => {
    lines = [];
  });

  function loggerAt(level: LogLevel, linesPerMinute = Infinity): ProcessLogger {
    return new ProcessLogger({
      level,
      write: (line) => void lines.push(line),
      budget: new LineBudget(new SystemClock(), linesPerMinute),
    });
  }

  function sayAll(logger: ProcessLogger): string[] {
    logger.fatal('f', 'Spec');
    logger.error('e', undefined, 'Spec');
    logger.warn('w', 'Spec');
    logger.log('i', 'Spec');
    logger.debug('d', 'Spec');
    return lines.map(({ level }) => level);
  }

  it.each([
    ['error', ['fatal', 'error']],
    ['warn', ['fatal', 'error', 'warn']],
    ['info', ['fatal', 'error', 'warn', 'info']],
    ['debug', ['fatal', 'error', 'warn', 'info', 'debug']],
  ] as const)('writes at level %s only lines of that level and above', (level, written) => {
    expect(sayAll(loggerAt(level))).toEqual(written);
    expect(new Set(lines.map(({ context }) => context))).toEqual(new Set(['Spec']));
  });

  it('writes nothing about the start of Nest but warnings', () => {
    const logger = loggerAt('info');
    logger.log('Mapped {/issues, GET} route', 'RouterExplorer');
    logger.warn('Duplicate route', 'RouterExplorer');
    expect(lines.map(({ msg }) => msg)).toEqual(['Duplicate route']);
  });

  it('names the request that is handled, even after an await', async () => {
    const logger = loggerAt('info');
    await new Promise<void>((resolve) => {
      const handle = async (): Promise<void> => {
        await Promise.resolve();
        logger.log('within', 'Spec');
        resolve();
      };
      handleAs(
        () => ({ requestId: 'r1', traceId: 't1' }),
        () => void handle(),
      );
    });
    logger.log('outside', 'Spec');
    expect(lines.map(({ fields }) => fields)).toEqual([{ requestId: 'r1', traceId: 't1' }, {}]);
  });

  it('takes the request from an entry that names one', () => {
    loggerAt('info').error({ msg: 'failed', requestId: 'r2' }, undefined, 'Spec');
    expect(lines).toEqual([
      { level: 'error', context: 'Spec', msg: 'failed', fields: { requestId: 'r2' } },
    ]);
  });

  it('writes errors with their stack, and a stack that is handed over beside a text', () => {
    const logger = loggerAt('info');
    const error = new Error('broken');
    logger.error(error, 'Spec');
    logger.error('failed', 'Error: broken\n    at here', 'Spec');
    expect(lines.map(({ msg }) => msg)).toEqual([
      error.stack,
      'failed\nError: broken\n    at here',
    ]);
  });

  it('masks secrets, and cuts long messages', () => {
    loggerAt('info').warn(`password=hunter2 ${'x'.repeat(100_000)}`, 'Spec');
    expect(lines[0]?.msg).toMatch(/^password=\*\*\* x+$/);
    expect(lines[0]?.msg.length).toBeLessThan(20_000);
  });

  it.each([16_384, 65_536])('writes no half of a secret when a message is cut at %i', (cut) => {
    const logger = loggerAt('info');
    for (const at of [cut - 12, cut - 25, cut - 30]) {
      logger.warn(`${'x '.repeat(at / 2)} postgres://errata:hunter2@db:5432/errata`, 'Spec');
      logger.warn(`${'x '.repeat(at / 2)} hunter2.hunter2.hunter2@example.org`, 'Spec');
    }
    // Masking shortens the text, so that later text moves to before the cut.
    logger.warn(
      `cookie: ${'x'.repeat(cut - 40)}\n postgres://errata:hunter2@db:5432/errata`,
      'Spec',
    );
    expect(lines.map(({ msg }) => msg).join()).not.toContain('hun');
  });

  it('leaves out lines of a part beyond its budget, but no debug or fatal lines', () => {
    const logger = loggerAt('debug', 1);
    for (let count = 0; count < 3; count += 1) {
      logger.warn('again', 'Spec');
      logger.debug('asked for', 'Spec');
    }
    logger.fatal('the end', 'Spec');
    expect(lines.map(({ level }) => level)).toEqual(['warn', 'debug', 'debug', 'debug', 'fatal']);
  });
});
