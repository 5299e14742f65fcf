const CHOSEN = 3;
/**
 * Tags with more values do not become columns. A tag such as a request id only identifies single
 * events.
 */
const MOST_VALUES = 12;
/** These tags have their own columns, or repeat what another tag says. */
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
 * Chooses tags that most events have and that have 2 to `MOST_VALUES` different values. Tags whose
 * values are more evenly distributed come first.
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

export function listTags(events: readonly Tags[]): string[] {
  const keys = new Set(events.flatMap((tags) => [...tags.keys()]));
  return [...keys].filter((key) => !SAID_ELSEWHERE.has(key)).toSorted();
}

function countEach(values: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}
