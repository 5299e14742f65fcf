import { readEventRow } from '#events';
import type { EventColumns, ListedEvent } from '#product/recording/storage';
import { matchesEvent } from '#shared';
import type { MatchFacts, Search, SearchedEvent } from '#shared';

/** Whether the search, which is one of events, finds the event; undefined where its payload is gone, which alone tells. */
export function holdsOf(
  search: Search,
  { event, payload }: ListedEvent,
  facts: MatchFacts,
): boolean | undefined {
  if (!payload) return undefined;
  const { title, tags } = readEventRow(payload.json);
  const { type, value: message, place } = title;
  return matchesEvent(search, { level: event.level, type, message, place, tags }, facts);
}

/** What a search of columns finds out about an event: undefined where its columns do not tell. */
export type Judge = (columns: JudgedColumns) => boolean | undefined;

type JudgedColumns = Pick<EventColumns, 'level' | 'release' | 'environment' | 'notKept'>;

/** Thousands of events differ little in their columns: each combination is looked at once. */
export function createJudge(search: Search, facts: MatchFacts): Judge {
  const known = new Map<string, boolean | undefined>();
  return (columns) => {
    const { level, release, environment, notKept } = columns;
    const name = `${level} ${notKept} ${release?.length} ${release} ${environment?.length} ${environment}`;
    if (known.has(name)) return known.get(name);
    const isFound = isTold(search, columns)
      ? matchesEvent(search, toSearched(columns), facts)
      : undefined;
    known.set(name, isFound);
    return isFound;
  };
}

/** Of a stub the level is known, and release and environment where it was whole before. */
function isTold(search: Search, { notKept }: JudgedColumns): boolean {
  return notKept === null || notKept === 'thinned' || search.every(({ kind }) => kind === 'choice');
}

function toSearched({ level, release, environment }: JudgedColumns): SearchedEvent {
  const tags = Object.entries({ release, environment }).flatMap(
    ([key, value]): [string, string][] => (value === null ? [] : [[key, value]]),
  );
  return { level, type: '', message: '', place: '', tags: new Map(tags) };
}
