import { afterEach, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { Logger, type LogLine } from '#telemetry/plain';
import { DatabaseDamage } from './database-damage.ts';

afterEach(() => Logger.writeTo(() => undefined));

it('a damaged database is logged as an error and remembered, unlike one that is away', () => {
  const lines: LogLine[] = [];
  const damage = new DatabaseDamage();
  Logger.writeTo(damage.watch((line) => lines.push(line)));
  const logger = new Logger('Any');
  logger.noteAway('Reports wait.', new ErrataError('database.unavailable'));
  logger.error('Something else is wrong.');
  expect(damage.isKnown).toBe(false);
  logger.noteAway('Reports wait.', new ErrataError('database.damaged'));
  logger.noteBack('The database answers again.');
  expect(damage.isKnown).toBe(true);
  expect(lines.map(({ level }) => level)).toEqual(['warn', 'error', 'error', 'log']);
});
