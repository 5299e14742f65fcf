import { readEventRow } from '#events';
import type { EventColumns, ListedEvent } from '#product/recording/storage';
import { matchesEvent } from '#shared';
import type { MatchFacts, Search, SearchedEvent } from '#shared';

/**
 * Returns undefined when the payload is gone, since only the payload tells. The search must be one
 * of events.
 */
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

/** Judges each combination of columns once: thousands of events have few different combinations. */
export function createJudge(search: Search, facts: MatchFacts): Judge {
  const known = new Map<string, boolean | undefined>();
  return (columns) => {
    const { level, release, environment, notKept } = columns;
    const name = `${level} ${notKept} ${release?.length} ${release} ${environment?.length} ${environment}`;
    if (known.has(name)) return known.get(name);
    const isFound = canJudge(search, columns)
      ? matchesEvent(search, toSearched(columns), facts)
      : undefined;
    known.set(name, isFound);
    return isFound;
  };
}

/**
 * A stub always has its level. Its release and environment are known only when the event was kept
 * whole before and `thinned` later.
 */
function canJudge(search: Search, { notKept }: JudgedColumns): boolean {
  return notKept === null || notKept === 'thinned' || search.every(({ kind }) => kind === 'choice');
}

function toSearched({ level, release, environment }: JudgedColumns): SearchedEvent {
  const tags = Object.entries({ release, environment }).flatMap(
    ([key, value]): [string, string][] => (value === null ? [] : [[key, value]]),
  );
  return { level, type: '', message: '', place: '', tags: new Map(tags) };
}
