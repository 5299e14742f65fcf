const MOST_KEPT = 1000;

/** Asking takes 40 µs, and every page asks. */
const known = new Set<string>();

/** True for the name of a time zone that this machine knows: `Europe/Berlin`, `UTC`. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name }).format();
  } catch {
    return false;
  }
  // Case does not count: one zone has thousands of names.
  if (known.size >= MOST_KEPT) known.clear();
  known.add(name);
  return true;
}
