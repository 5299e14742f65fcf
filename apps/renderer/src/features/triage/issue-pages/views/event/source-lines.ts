import type { StackFrame } from '#shared';

export interface SourceLine {
  /** Undefined when the SDK sent code without a line number. */
  readonly number?: number;
  readonly text: string;
  readonly failing: boolean;
}

/** The code around a call, without the indentation that all its lines share. */
export function toSourceLines(frame: StackFrame): readonly SourceLine[] {
  if (frame.contextLine === undefined) return [];
  const before = frame.preContext ?? [];
  const texts = dedent([...before, frame.contextLine, ...(frame.postContext ?? [])]);
  return texts.map((text, index) => ({
    ...(frame.line !== undefined && { number: frame.line - before.length + index }),
    text,
    failing: index === before.length,
  }));
}

function dedent(lines: readonly string[]): readonly string[] {
  const indents = lines
    .filter((line) => line.trim() !== '')
    .map((line) => /^[ \t]*/.exec(line)![0]);
  const [first = ''] = indents;
  const shared = indents.reduce(sharedPrefix, first).length;
  return lines.map((line) => line.slice(shared).trimEnd());
}

function sharedPrefix(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return a.slice(0, length);
}
