import { codeColours } from '#shared';
import type { LineColours, StackFrame } from '#shared';

type CodeColour = (typeof codeColours)[number];
export type ColouredText = readonly [colour: CodeColour, text: string];

export interface SourceLine {
  /** Undefined when the SDK sent code without a line number. */
  readonly number?: number;
  readonly text: string;
  readonly parts?: readonly ColouredText[];
  readonly failing: boolean;
  /**
   * True for lines that phones show only on request, so that the variables fit on the first screen.
   */
  readonly isFar: boolean;
}

/** Lines before and after the failing one that phones always show. */
const NEAR_LINES = 3;

export function toSourceLines(frame: StackFrame): readonly SourceLine[] {
  if (frame.contextLine === undefined) return [];
  const before = frame.preContext ?? [];
  const lines = [...before, frame.contextLine, ...(frame.postContext ?? [])];
  const indent = findSharedIndent(lines);
  return lines.map((line, index) => {
    const text = line.slice(indent).trimEnd();
    const colours = frame.colours?.[index] ?? [];
    return {
      ...(frame.line !== undefined && { number: frame.line - before.length + index }),
      text,
      ...(colours.length > 0 && { parts: toParts(line, colours, [indent, indent + text.length]) }),
      failing: index === before.length,
      isFar: Math.abs(index - before.length) > NEAR_LINES,
    };
  });
}

function toParts(
  line: string,
  colours: LineColours,
  [start, end]: readonly [start: number, end: number],
): readonly ColouredText[] {
  const parts: ColouredText[] = [];
  let at = 0;
  for (let index = 0; index <= colours.length; index += 2) {
    const next = index < colours.length ? at + (colours[index + 1] ?? 0) : line.length;
    const text = line.slice(Math.max(at, start), Math.min(next, end));
    if (text !== '') parts.push([codeColours[colours[index] ?? 0] ?? 'plain', text]);
    at = next;
  }
  return parts;
}

function findSharedIndent(lines: readonly string[]): number {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)![0]);
  const [first = ''] = indents;
  return indents.reduce(sharedPrefix, first).length;
}

function sharedPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
