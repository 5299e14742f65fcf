const ESCAPES = /%(?:[2-6][\da-f]|7[\da-e]|[c-f][\da-f](?:%[89ab][\da-f]){1,3})/gi;

/**
 * Decodes percent-encoded UTF-8. Encoded control characters, and a `%` that begins no character,
 * stay as they are.
 */
export function decodePercents(text: string): string {
  return text.replaceAll(ESCAPES, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}
