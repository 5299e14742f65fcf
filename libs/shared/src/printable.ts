/**
 * Control characters except tab and newline, which a terminal would carry out, and characters that
 * show text in another order or on another line.
 */
const ACTIVE = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Makes text of any origin safe for a log, by spelling out characters that act on a terminal. */
export function toPrintable(text: string): string {
  return text.replaceAll(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Does the same for one line, so that no text begins another line of the log. */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}
