/**
 * Control characters but tab and newline, which a terminal would carry out, and what makes it show
 * text in another order or on another line than it stands.
 */
const ACTIVE = /[^\P{Cc}\t\n]|[\p{Bidi_Control}\p{Zl}\p{Zp}]/gu;

/** Text of any origin as it may stand in a log: what would act on a terminal is spelled out. */
export function toPrintable(text: string): string {
  return text.replaceAll(
    ACTIVE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** The same for what is one line: nothing in it begins another. */
export function toPrintableLine(text: string): string {
  return toPrintable(text)
    .replaceAll('\n', String.raw`\n`)
    .replaceAll('\t', String.raw`\t`);
}
