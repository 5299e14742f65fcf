import { Logger } from '@nestjs/common';
import type { Clock } from '#shared';
import { OutageLog } from './outage-log.ts';
import type { LogWriter } from '../logging/logger.ts';

/** Puts lines among those of Nest and of the relay's other parts, in their format and by their levels. */
export function createNestWriter(clock: Clock): LogWriter {
  const outage = new OutageLog(clock);
  return ({ level, from, text, database }) => {
    if (database === 'back') outage.end();
    const told = database === 'away' ? outage.note(text) : text;
    if (told !== undefined) Logger[level](told, from);
  };
}
