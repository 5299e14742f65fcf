import type { GroupedEvent } from './report.ts';

/**
 * Returns the time of the event in whole milliseconds, because the database columns hold integers.
 */
export function toOccurredAt({ event }: GroupedEvent): number {
  return Math.round(event.occurredAtMs);
}
