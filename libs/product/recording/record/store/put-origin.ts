/**
 * Returns the origin under which `processed_reports` remembers that reports of `origin` were stored
 * as failed reports.
 */
export function toPutOrigin(origin: string): string {
  return `failed:${origin}`;
}
