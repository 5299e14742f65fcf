/** Item types that are processed. An envelope with only other types is acknowledged and dropped. */
const keptTypes: ReadonlySet<string> = new Set([
  'event',
  'raw_security',
  'attachment',
  'feedback',
  'user_report',
  'client_report',
  'check_in',
  'session',
  'sessions',
  'log',
  'span',
  'transaction',
]);

export function isKept(itemType: string): boolean {
  return keptTypes.has(itemType);
}
