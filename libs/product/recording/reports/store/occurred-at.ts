import type { GroupedEvent } from './report.ts';

/** When the event occurred, in whole milliseconds: the databases take no fractions. */
export function toOccurredAt({ event }: GroupedEvent): number {
  return Math.round(event.occurredAtMs);
}
