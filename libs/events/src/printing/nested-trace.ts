import type { ExceptionNode, ExceptionValue, StackFrame } from '#shared';
import { printHead } from './trace-head.ts';

/** How a language prints traces that start with the newest call. */
export interface TraceStyle {
  /** Lines between the head and the first call. */
  readonly opening?: readonly string[];
  /** The lines of one call. `position` counts from the newest, which is 0. */
  readonly printFrame: (frame: StackFrame, position: number) => readonly string[];
  /** What an exception says, where that is not `Type: value`. */
  readonly printHead?: (exception: ExceptionValue) => string;
  /** Stands before the head of a cause. */
  readonly cause: string;
  /** Stands before the head of what was suppressed. */
  readonly suppressed: string;
  /** Stands before every line of what belongs to another error without being its cause. */
  readonly indent: string;
}

/** A trace with what was suppressed under its owner, and then its causes, as Java does it. */
export function printNested(node: ExceptionNode, style: TraceStyle): readonly string[] {
  const { exception, within, causes } = node;
  const newestFirst = exception.frames.toReversed();
  return [
    ...(style.printHead ?? printHead)(exception).split('\n'),
    ...(newestFirst.length > 0 ? (style.opening ?? []) : []),
    ...newestFirst.flatMap(style.printFrame),
    ...within.flatMap((child, position) =>
      printLabelled(child, labelOf(child, { position, within, style }), style).map(
        (line) => `${style.indent}${line}`,
      ),
    ),
    ...causes.flatMap((child) =>
      printLabelled(child, child.relation === 'context' ? 'While handling: ' : style.cause, style),
    ),
  ];
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

function printLabelled(node: ExceptionNode, label: string, style: TraceStyle): readonly string[] {
  const [head = '', ...rest] = printNested(node, style);
  return [`${label}${head}`, ...rest];
}
