import { type NamedAddress, searchLimits } from '#shared';
import type { EventSearch } from './event-search.ts';
import type { Matches } from './event-matches.ts';
import { toEventsAddress } from './events-address.ts';
import type { EventsAddress } from './events-address.ts';

/**
 * Says which events the page shows: `1 to 50 of 300 events, newest first.` `newer` and `total` are
 * counted up to `eventsCounted` + 1.
 */
export function toExtent({
  shown,
  newer,
  total,
  matches,
}: {
  readonly shown: number;
  readonly newer: number;
  readonly total: number;
  readonly matches?: Matches;
}): string {
  const { eventsCounted } = searchLimits;
  const which =
    newer > eventsCounted ? format(shown) : `${format(newer + 1)} to ${format(newer + shown)}`;
  if (!matches)
    return `${which} of ${total > eventsCounted ? `over ${format(eventsCounted)}` : format(total)} events, newest first.`;
  return `${which} of ${format(total)} matches, found in ${describeLooked(matches)}.${describeUntold(matches)}`;
}

function describeLooked({ decidedCount, stubs }: Matches): string {
  if (stubs === 0) return `${format(decidedCount)} events kept whole`;
  return `${format(decidedCount)} events, ${format(stubs)} of them not kept whole`;
}

function describeUntold({ undecided, areUndecidedMore }: Matches): string {
  if (undecided === 0) return '';
  const count = `${areUndecidedMore ? 'over ' : ''}${format(undecided)}`;
  return ` Errata cannot tell whether ${count} others match, because they were not kept whole.`;
}

export function describeUnsearched(
  issueId: number,
  { filter, tags }: EventsAddress,
  matches: Matches,
) {
  const text = `The search has covered ${filter.from ? '' : 'the newest '}${describeLooked(matches)}.`;
  const on = { query: filter.query, from: matches.until };
  return {
    text,
    link: {
      name: 'Search older ones',
      href: toEventsAddress(issueId, { filter: on, tags }),
    },
  };
}

export function explainNoEvent(
  issueId: number,
  { filter, tags, before, after }: EventsAddress,
  matches: Matches | undefined,
): { readonly text: string; readonly link?: NamedAddress } {
  if (matches?.found.length === 0) {
    const all: EventSearch = { query: '' };
    return {
      text: `No event matches “${filter.query}”. The search has covered ${describeLooked(matches)}.${describeUntold(matches)}`,
      link: { name: 'Clear', href: toEventsAddress(issueId, { filter: all, tags }) },
    };
  }
  if (!before && !after) return { text: 'No event of this issue is left.' };
  const link = { name: 'Back to the newest', href: toEventsAddress(issueId, { filter, tags }) };
  return { text: 'No more events.', link };
}

function format(count: number): string {
  return count.toLocaleString('en');
}
