/**
 * Whether the SDK sends debug ids of files. The first JavaScript SDK to do so came a year before
 * version 8.
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
