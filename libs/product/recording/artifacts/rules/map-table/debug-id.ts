const UUID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/i;

/**
 * Returns a debug id as a lower-case UUID with hyphens (https://tc39.es/ecma426/#json-debugId).
 * Returns undefined when the value is not a debug id.
 */
export function toDebugId(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > 36) return undefined;
  return UUID.exec(value)?.slice(1).join('-').toLowerCase();
}
