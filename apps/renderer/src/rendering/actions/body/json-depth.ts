/** What reads nested values calls itself for each level. */
const DEEPEST = 32;

/** Whether a JSON value is nested no deeper than anybody would fill in. */
export function isShallow(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth < DEEPEST && Object.values(value).every((each) => isShallow(each, depth + 1));
}
