/**
 * Matches control characters that act on a terminal (all except tab and newline), and characters
 * that show text in another order or on another line.
 */
const ACTIVE = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Makes any text safe for a log. Writes characters that act on a terminal as `\u` escapes. */
export function toPrintable(text: string): string {
  return text.replaceAll(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/**
 * Like `toPrintable`, but also escapes newlines and tabs, so that the text cannot begin another
 * line of the log.
 */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}
