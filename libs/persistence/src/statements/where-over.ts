import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { operationLimits } from '#shared';

/**
 * Tells in SQL what `isOver` tells: the time in `column` has come, or is later than `longestMs`
 * from now, because the clock was set back since. `nowMs` may be the database's clock.
 */
export function whereOver(
  column: string,
  nowMs: number | RawBuilder<number>,
  longestMs: number,
): RawBuilder<boolean> {
  const at = sql.ref(column);
  const mostMs = longestMs + operationLimits.clocksDifferMs;
  const latestMs = typeof nowMs === 'number' ? nowMs + mostMs : sql`${nowMs} + ${mostMs}`;
  return sql`(${at} <= ${nowMs} or ${at} > ${latestMs})`;
}
