import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ErrataError } from '#shared';
import { DatabaseReadiness } from './database-readiness.ts';

const away = new ErrataError('database.unavailable');
const damaged = new ErrataError('database.damaged');

describe('DatabaseReadiness', () => {
  let lines: string[];
  let fault: Error | undefined;
  let readiness: DatabaseReadiness;

  beforeEach(() => {
    lines = [];
    const at = (level: string) => (line: string) => void lines.push(`${level}: ${line}`);
    Logger.overrideLogger({ log: at('log'), warn: at('warn'), error: at('error') });
    fault = undefined;
    readiness = new DatabaseReadiness({ ping: async () => fault && Promise.reject(fault) });
  });

  afterEach(() => Logger.overrideLogger(false));

  it('remembers damage that a page met, though the database answers', async () => {
    readiness.noteAway(damaged, '1a2b3c');
    expect(await readiness.problems()).toEqual([damaged.message]);
    expect(lines).toEqual([
      expect.stringMatching(/^error: .* 1a2b3c.* The database is damaged\.$/),
    ]);
  });

  it.each([
    ['a warning while the database is away', away, `warn: ${away.message}`],
    ['an error when the database is damaged', damaged, `error: ${damaged.message}`],
  ])('has a problem and logs %s', async (_, error, line) => {
    fault = error;
    expect(await readiness.problems()).toEqual([error.message]);
    expect(lines).toEqual([line]);
  });
});
