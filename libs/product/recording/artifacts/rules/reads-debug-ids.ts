/**
 * Returns true when the SDK certainly sends debug ids of files. Late releases of version 7 send
 * them as well, and count as sending none.
 */
export function readsDebugIds({
  name,
  version,
}: {
  readonly name: string;
  readonly version: string;
}): boolean {
  return name.startsWith('sentry.javascript.') && Number.parseInt(version, 10) >= 8;
}
