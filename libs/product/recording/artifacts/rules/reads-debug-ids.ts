/** Version 8 of the SDKs of JavaScript came a year after the first one that tells the debug ids of files. */
export function readsDebugIds({
  name,
  version,
}: {
  readonly name: string;
  readonly version: string;
}): boolean {
  return name.startsWith('sentry.javascript.') && Number.parseInt(version, 10) >= 8;
}
