/** So many columns of tags are chosen where nobody asks for any. */
const CHOSEN = 3;
/** What differs from event to event tells them apart and says nothing else: ids of requests, say. */
const MOST_VALUES = 12;
/** They have columns of their own, or say again what another tag says. */
const SAID_ELSEWHERE: ReadonlySet<string> = new Set([
  'level',
  'release',
  'environment',
  'user.id',
  'user.email',
  'user.username',
  'browser.name',
  'os.name',
  'client_os.name',
  'runtime.name',
]);

type Tags = ReadonlyMap<string, string>;

/**
 * The tags that tell most about these events: most events have them, their values differ, and there are at most twelve
 * of these. The more even the values are shared out, the sooner it is chosen.
 */
export function chooseTags(events: readonly Tags[]): string[] {
  return listTags(events)
    .flatMap((key) => {
      const values = events.flatMap((tags) => tags.get(key) ?? []);
      const counts = countEach(values);
      const isTelling = counts.length > 1 && counts.length <= MOST_VALUES;
      if (!isTelling || values.length * 2 <= events.length) return [];
      return [{ key, evenness: 1 - Math.max(...counts) / values.length }];
    })
    .toSorted((one, other) => other.evenness - one.evenness || (one.key < other.key ? -1 : 1))
    .slice(0, CHOSEN)
    .map(({ key }) => key);
}

/** All keys that may be columns, by name. */
export function listTags(events: readonly Tags[]): string[] {
  const keys = new Set(events.flatMap((tags) => [...tags.keys()]));
  return [...keys].filter((key) => !SAID_ELSEWHERE.has(key)).toSorted();
}

function countEach(values: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}
