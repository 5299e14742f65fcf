import type { StackFrame } from '#shared';
import type { SourceLine } from '../../../../recording/issue-page/views/index.ts';

/** Lines before and after the failing one that phones always show. */
const NEAR_LINES = 3;

export function toSourceLines(frame: StackFrame): readonly SourceLine[] {
  if (frame.contextLine === undefined) return [];
  const before = frame.preContext ?? [];
  const lines = [...before, frame.contextLine, ...(frame.postContext ?? [])];
  const indent = findSharedIndent(lines);
  return lines.map((line, index) => {
    return {
      ...(frame.line !== undefined && { number: frame.line - before.length + index }),
      text: line.slice(indent).trimEnd(),
      indent,
      failing: index === before.length,
      isFar: Math.abs(index - before.length) > NEAR_LINES,
    };
  });
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
