/** Types of items that are processed; an envelope of others alone is acknowledged and dropped. */
const keptTypes: ReadonlySet<string> = new Set([
  'event',
  'raw_security',
  'attachment',
  'feedback',
  'user_report',
  'client_report',
  'check_in',
]);

export function isKept(itemType: string): boolean {
  return keptTypes.has(itemType);
}
