import { searchLimits } from '#shared';
import type { Matches } from '../../event-list/index.ts';

/**
 * Numbers events from the oldest, so an event keeps its number when newer ones arrive. `newer` and
 * `total` are counted up to `eventsCounted` + 1.
 */
export function toPlaceText({
  newer,
  total,
}: {
  readonly newer: number;
  readonly total: number;
}): string {
  const { eventsCounted } = searchLimits;
  if (total <= eventsCounted) return `Event ${format(total - newer)} of ${format(total)}`;
  const over = `over ${format(eventsCounted)}`;
  if (newer === 0) return `Newest of ${over} events`;
  return newer > eventsCounted
    ? `One of ${over} events`
    : `${format(newer)} newer, of ${over} events`;
}

/** `newer` is the number of newer matches, or undefined when the event is not a match. */
export function toMatchText(
  newer: number | undefined,
  { found, decidedCount, until }: Matches,
): string {
  const total = `${format(found.length)} that match${until ? ` in ${format(decidedCount)} events` : ''}`;
  return newer === undefined
    ? `This event is none of the ${total}`
    : `Event ${format(found.length - newer)} of ${total}`;
}

/** `toLocaleString` would look up a formatter on each call. */
const counts = new Intl.NumberFormat('en');

function format(count: number): string {
  return counts.format(count);
}
