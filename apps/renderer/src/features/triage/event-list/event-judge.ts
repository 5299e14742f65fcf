import { readEventRow } from '#events';
import type { EventColumns, ListedEvent } from '#product/recording/storage';
import { matchesEvent } from '#shared';
import type { MatchFacts, Search, SearchedEvent } from '#shared';

/** Returns undefined when the event's payload is not stored, since the search needs the payload. */
export function matchesStoredEvent(
  search: Search,
  { event, payload }: ListedEvent,
  facts: MatchFacts,
): boolean | undefined {
  if (!payload) return undefined;
  const { title, tags } = readEventRow(payload.json);
  const { type, value: message, place } = title;
  return matchesEvent(search, { level: event.level, type, message, place, tags }, facts);
}

export type Judge = (columns: JudgedColumns) => boolean | undefined;

type JudgedColumns = Pick<EventColumns, 'level' | 'release' | 'environment' | 'notKept'>;

/**
 * Returns a function that checks an event's columns against the search. Caches the result for each
 * combination of columns, since thousands of events share few combinations.
 */
export function createColumnMatcher(search: Search, facts: MatchFacts): Judge {
  const known = new Map<string, boolean | undefined>();
  return (columns) => {
    const { level, release, environment, notKept } = columns;
    const name = `${level} ${notKept} ${release?.length} ${release} ${environment?.length} ${environment}`;
    if (known.has(name)) return known.get(name);
    const isFound = canDecide(search, columns)
      ? matchesEvent(search, toSearched(columns), facts)
      : undefined;
    known.set(name, isFound);
    return isFound;
  };
}

/**
 * Returns whether the columns are enough to decide. A stub (an event whose payload is not stored)
 * always has its level. Its release and environment are known only when its payload was stored
 * first and deleted later.
 */
function canDecide(search: Search, { notKept }: JudgedColumns): boolean {
  const isKnown = notKept === null || notKept === 'thinned' || notKept === 'erased';
  return isKnown || search.every(({ kind }) => kind === 'choice');
}

function toSearched({ level, release, environment }: JudgedColumns): SearchedEvent {
  const tags = Object.entries({ release, environment }).flatMap(
    ([key, value]): [string, string][] => (value === null ? [] : [[key, value]]),
  );
  return { level, type: '', message: '', place: '', tags: new Map(tags) };
}
