import { Logger } from '@nestjs/common';
import type { Clock } from '#shared';
import { OutageLog } from './outage-log.ts';
import type { LogWriter } from '../logging/logger.ts';

/**
 * Creates a writer that passes lines to Nest's logger, and reports an outage of the database once a
 * minute.
 */
export function createNestWriter(clock: Clock): LogWriter {
  const outage = new OutageLog(clock);
  return ({ level, from, text, database }) => {
    if (database === 'back') outage.end();
    const told = database === 'away' ? outage.note(text) : text;
    if (told !== undefined) Logger[level](told, from);
  };
}
