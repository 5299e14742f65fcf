/**
 * Matches a string, or a number that JSON does not have. An unterminated string matches too, so
 * that no character is examined twice.
 */
const TEXT_OR_TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\b(?:Infinity|NaN)\b/gs;

/**
 * Parses like `JSON.parse`, but reads `NaN` and `Infinity` as null. Python's encoder writes them by
 * default, and older SDKs did not prevent this. Throws what `JSON.parse` throws.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/\b(?:Infinity|NaN)\b/.test(text)) throw error;
    return JSON.parse(
      text.replaceAll(TEXT_OR_TOKEN, (match) => (match[0] === '"' ? match : 'null')),
    );
  }
}
