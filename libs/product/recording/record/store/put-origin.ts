/**
 * Returns the origin under which `processed_reports` remembers that reports of `origin` were put
 * among the failed ones.
 */
export function toPutOrigin(origin: string): string {
  return `failed:${origin}`;
}
