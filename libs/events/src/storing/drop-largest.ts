const MOST_NOTES = 20;

/**
 * Removes the largest fields of an object, in place, until it takes at most `maxBytes` as JSON in
 * UTF-8. Meant for objects that are too large even without their strings. Returns a note for each of
 * the first removed fields, largest first, and one that counts the others.
 */
export function dropLargest(value: Record<string, unknown>, maxBytes: number): string[] {
  let bytes = Buffer.byteLength(JSON.stringify(value));
  if (bytes <= maxBytes) return [];
  const notes: string[] = [];
  const fields = Object.keys(value)
    .map((name) => ({ name, bytes: Buffer.byteLength(JSON.stringify(value[name]) ?? '') }))
    .toSorted((one, other) => other.bytes - one.bytes);
  for (const field of fields) {
    if (bytes <= maxBytes) break;
    delete value[field.name];
    bytes -= field.bytes;
    notes.push(`${field.name.slice(0, 100)}: all ${field.bytes} bytes left out`);
  }
  const others = notes.length - MOST_NOTES;
  return others > 0 ? [...notes.slice(0, MOST_NOTES), `${others} more fields left out`] : notes;
}
