import { readEventRow } from '#events';
import type { EventRow } from '#events';
import type { ListedEvent } from '#persistence';
import { matchesEvent } from '#shared';
import type { MatchFacts, Search, SearchedEvent } from '#shared';

/** Whether the search, which is one of events, finds the event. */
export function holdsOf(search: Search, listed: ListedEvent, facts: MatchFacts): boolean {
  return matchesEvent(search, toSearched(listed), facts);
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
