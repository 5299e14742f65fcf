import { DATA_WARNING, fitLines, toCode } from '#events';

/**
 * Byte limit of an answer. Assistants pay for every byte, and understand long answers less well.
 */
export const MOST_BYTES = 8000;

const TEXT_BYTES = 200;

const FRAME_BYTES = 1000;

/** Returns a sender's text as Markdown code. The text cannot end the code. */
export function quote(text: string, mostBytes = TEXT_BYTES): string {
  return toCode(text, mostBytes);
}

/** Returns how many of the lines fit into an answer, at least 1. */
export function countShown(lines: readonly string[]): number {
  const shown = fitLines(lines.map(toItem), MOST_BYTES - FRAME_BYTES);
  return shown.length === lines.length && shown.at(-1) === toItem(lines.at(-1) ?? '')
    ? lines.length
    : Math.max(1, shown.length - 1);
}

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
