const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/** A debug id in small letters with hyphens (ECMA-426, https://tc39.es/ecma426/#json-debugId); undefined for anything else. */
export function toDebugId(value: unknown): string | undefined {
  if (typeof value !== 'string' || !UUID.test(value)) return undefined;
  const digits = value.replaceAll('-', '').toLowerCase();
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(12, 16),
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
