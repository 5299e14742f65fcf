import { readEventRow } from '#events';
import type { EventRow } from '#events';
import type { ListedEvent } from '#persistence';
import { isOfEventColumns, matchesEvent } from '#shared';
import type { MatchFacts, Search, SearchedEvent } from '#shared';

/** Whether the search, which is one of events, finds the event. */
export function holdsOf(search: Search, listed: ListedEvent, facts: MatchFacts): boolean {
  return matchesEvent(search, toSearched(listed), facts);
}

/**
 * Whether a search can be answered of the event. Of a stub the level is known, and release and environment where it was whole
 * before.
 */
export function isTold(search: Search, { notKept }: Pick<ListedEvent, 'notKept'>): boolean {
  if (notKept === undefined) return true;
  if (!isOfEventColumns(search)) return false;
  return notKept === 'thinned' || search.every(({ kind }) => kind === 'choice');
}

/** Without its payload as much as its columns know, which is enough for a search of these. */
function toSearched({ event, payload }: ListedEvent): SearchedEvent {
  const { level, release, environment } = event;
  if (payload) return toSearchedRow(level, readEventRow(payload.format, payload.json));
  const known = { release, environment };
  const tags = Object.entries(known).flatMap(([key, value]): [string, string][] =>
    value === undefined ? [] : [[key, value]],
  );
  return { level, type: '', message: '', place: '', tags: new Map(tags) };
}

function toSearchedRow(level: SearchedEvent['level'], { title, tags }: EventRow): SearchedEvent {
  const { type, value: message, place } = title;
  return { level, type, message, place, tags };
}
