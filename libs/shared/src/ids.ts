/** 32 lower-case hex digits, no dashes: an event's id as it is stored and shown. */
export function isEventId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/** SDKs write ids with and without dashes, in either case. Undefined when it is no such id. */
export function toHexId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const id = value.replaceAll('-', '').toLowerCase();
  return isEventId(id) ? id : undefined;
}

/** `WEB-42`: a project's slug and the issue's number within it. */
export function toShortId(projectSlug: string, issueNumber: number): string {
  return `${projectSlug.toUpperCase()}-${issueNumber}`;
}
