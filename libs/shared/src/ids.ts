/** True for an event id as Errata stores it: 32 lower-case hex digits without dashes. */
export function isEventId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * Converts an id as SDKs write it, with or without dashes and in either case, to 32 lower-case hex
 * digits. Returns undefined for anything else.
 */
export function toHexId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const id = value.replaceAll('-', '').toLowerCase();
  return isEventId(id) ? id : undefined;
}

/**
 * Marks an id that Errata has made for a run of a monitor, as a UUID of version 8 (RFC 9562, 5.8).
 * SDKs make ids of version 4.
 */
export function toMadeId(id: string): string {
  return `${id.slice(0, 12)}8${id.slice(13)}`;
}

/** Pattern of `like` for ids that `toMadeId` has marked. */
export const madeIdPattern = '____________8%';

/**
 * Returns an id such as `WEB-42`, made of the project's slug and the issue's number in the project.
 */
export function toShortId(projectSlug: string, issueNumber: number): string {
  return `${projectSlug.toUpperCase()}-${issueNumber}`;
}

const SHORT_ID = /^([a-z0-9][a-z0-9-]{0,49})-([1-9]\d{0,14})$/i;

export function readShortId(
  text: string,
): { readonly slug: string; readonly number: number } | undefined {
  const [, slug, number] = SHORT_ID.exec(text) ?? [];
  return slug === undefined ? undefined : { slug: slug.toLowerCase(), number: Number(number) };
}
