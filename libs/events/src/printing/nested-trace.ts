import type { ExceptionNode, ExceptionValue, StackFrame } from '#shared';
import { printHead } from './trace-head.ts';

/** Format of a language whose traces start with the newest call. */
export interface TraceStyle {
  readonly opening?: readonly string[];
  /** Lines of one call. `position` counts from the newest call, which is 0. */
  readonly printFrame: (frame: StackFrame, position: number) => readonly string[];
  /** First line of an exception, when the language does not print `Type: value`. */
  readonly printHead?: (exception: ExceptionValue) => string;
  readonly cause: string;
  readonly suppressed: string;
  /** Prefix of every line of a suppressed exception or of a group member. */
  readonly indent: string;
}

/**
 * Prints suppressed exceptions and group members below the exception that contains them, followed
 * by the causes, as Java does.
 */
export function printNested(
  { exception, within, causes }: ExceptionNode,
  style: TraceStyle,
  { lines, label, indent } = { lines: [] as string[], label: '', indent: '' },
): readonly string[] {
  const newestFirst = exception.frames.toReversed();
  const own = [
    ...(style.printHead ?? printHead)(exception).split('\n'),
    ...(newestFirst.length > 0 ? (style.opening ?? []) : []),
    ...newestFirst.flatMap(style.printFrame),
  ];
  for (const [at, line] of own.entries()) lines.push(indent + (at === 0 ? label : '') + line);
  for (const [position, child] of within.entries()) {
    const name = labelOf(child, { position, within, style });
    printNested(child, style, { lines, label: name, indent: indent + style.indent });
  }
  for (const child of causes) {
    const name = child.relation === 'context' ? 'While handling: ' : style.cause;
    printNested(child, style, { lines, label: name, indent });
  }
  return lines;
}

function labelOf(
  { relation }: ExceptionNode,
  {
    position,
    within,
    style,
  }: {
    readonly position: number;
    readonly within: readonly ExceptionNode[];
    readonly style: TraceStyle;
  },
): string {
  if (relation === 'suppressed') return style.suppressed;
  const members = within.filter((each) => each.relation === 'member').length;
  const before = within.slice(0, position).filter((each) => each.relation === 'member').length;
  return `[${before + 1} of ${members}] `;
}
