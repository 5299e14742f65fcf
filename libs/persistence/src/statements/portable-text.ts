/**
 * Makes text that both databases store alike, of the same length. PostgreSQL refuses U+0000, which
 * SDKs do send. UTF-8 cannot represent half of a surrogate pair, and each driver would replace it
 * differently. The drivers do this to every parameter. Stores call it only for text that they
 * compare, measure, seal or hide within JSON.
 */
export function toPortableText(text: string): string {
  return isPortable(text) ? text : text.toWellFormed().replaceAll('\0', '\ufffd');
}

/** Makes all texts among parameters portable, those in lists too. JSON keeps what it escapes. */
export function toPortableParameters(parameters: readonly unknown[]): readonly unknown[] {
  return parameters.every(isPortable) ? parameters : parameters.map(toPortable);
}

function isPortable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  return !Array.isArray(value) || value.every(isPortable);
}

function toPortable(value: unknown): unknown {
  if (typeof value === 'string') return toPortableText(value);
  return Array.isArray(value) ? toPortableParameters(value) : value;
}

/** Makes a row comparable with the stored one. */
export function toPortableRow(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPortable(value)]));
}
