export const MAX_LINE_CHARACTERS = 1000;

const MARK = '…';

export interface LinePart {
  readonly text: string;
  readonly isCutBefore: boolean;
  readonly isCutAfter: boolean;
}

/**
 * Returns where a part of `MAX_LINE_CHARACTERS` begins. `index` is in the middle of the part,
 * except near the ends of the line.
 */
export function toPartStart(index: number, lineLength: number): number {
  const start = Math.min(index - MAX_LINE_CHARACTERS / 2, lineLength - MAX_LINE_CHARACTERS);
  return Math.max(0, start);
}

/**
 * Cuts a line to `MAX_LINE_CHARACTERS` around `index`, and marks each cut end with `…`. When
 * `index` is beyond the text, keeps the start of the line.
 */
export function cutLine(line: LinePart, index: number): string {
  const { text } = line;
  const start = index < text.length ? toPartStart(index, text.length) : 0;
  const end = Math.min(text.length, start + MAX_LINE_CHARACTERS);
  const isCutBefore = line.isCutBefore || start > 0;
  const isCutAfter = line.isCutAfter || end < text.length;
  if (!isCutBefore && !isCutAfter) return text;
  const isFull = end - start === MAX_LINE_CHARACTERS;
  const part = text.slice(
    isCutBefore && isFull ? start + MARK.length : start,
    isCutAfter && isFull ? end - MARK.length : end,
  );
  return (isCutBefore ? MARK : '') + withoutHalves(part) + (isCutAfter ? MARK : '');
}

/** Removes half of a surrogate pair that a cut has split. */
function withoutHalves(text: string): string {
  return text.replace(/^[\u{DC00}-\u{DFFF}]/u, '').replace(/[\u{D800}-\u{DBFF}]$/u, '');
}
