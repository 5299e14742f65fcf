const MOST_KEPT = 1000;

/** Names that were found valid. A check takes 40 µs, and every page needs one. */
const known = new Set<string>();

/**
 * Returns true for the name of a time zone that this machine knows, such as `Europe/Berlin` or
 * `UTC`.
 */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name }).format();
  } catch {
    return false;
  }
  // The set is bounded, because case does not matter in names, so each zone has thousands of
  // spellings.
  if (known.size >= MOST_KEPT) known.clear();
  known.add(name);
  return true;
}
