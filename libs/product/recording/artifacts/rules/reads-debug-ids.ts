/**
 * Returns true when the SDK certainly sends debug ids of files. Returns false for late releases of
 * version 7, although they also send debug ids.
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
