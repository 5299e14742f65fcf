/** Under which the database remembers of an origin's reports that they were put among the failed ones. */
export function toPutOrigin(origin: string): string {
  return `failed:${origin}`;
}
