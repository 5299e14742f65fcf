import { DATA_WARNING, fitLines, toCode } from '#events';

/** Assistants pay for every byte, and read worse what is long. */
export const MOST_BYTES = 8000;

const TEXT_BYTES = 200;

/** Heading, warning and what stands after the lines have so much. */
const FRAME_BYTES = 1000;

/** A text that somebody sent, as code of which it cannot get out. */
export function quote(text: string, mostBytes = TEXT_BYTES): string {
  return toCode(text, mostBytes);
}

/** How many of these lines an answer has room for; at least one. */
export function countShown(lines: readonly string[]): number {
  const shown = fitLines(lines.map(toItem), MOST_BYTES - FRAME_BYTES);
  return shown.length === lines.length && shown.at(-1) === toItem(lines.at(-1) ?? '')
    ? lines.length
    : Math.max(1, shown.length - 1);
}

/** Writes an answer of at most `MOST_BYTES`: a heading, the lines that have room, and what to do next. */
export function toAnswer(
  heading: string,
  lines: readonly string[],
  next: readonly string[] = [],
): string {
  if (lines.length === 0) return [heading, ...next].join('\n\n');
  const items = fitLines(lines.map(toItem), MOST_BYTES - FRAME_BYTES);
  return [heading, DATA_WARNING, items.join('\n'), ...next].join('\n\n');
}

function toItem(line: string): string {
  return `- ${line}`;
}

export function toIso(atMs: number): string {
  return new Date(atMs).toISOString();
}

export function count(quantity: number, what: string): string {
  return quantity === 1 ? `1 ${what}` : `${quantity} ${what}s`;
}
