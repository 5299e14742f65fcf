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
