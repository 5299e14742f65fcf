/** A text, with or without its end, so that none is looked at twice; or a number that is none of JSON's. */
const TEXT_OR_TOKEN = /"(?:[^"\\]|\\.)*(?:"|\\?$)|-?\b(?:Infinity|NaN)\b/gs;

/**
 * As `JSON.parse`, with `NaN` and `Infinity` as null: Python's encoder writes them unless it is told not to,
 * and older SDKs did not tell it. Throws what `JSON.parse` throws.
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
