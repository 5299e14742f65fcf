import { type ExceptionNode, type NormalisedEvent, toExceptionTree } from '#shared';
import { printNested } from './nested-trace.ts';
import { printTraceback } from './python-traceback.ts';
import { styleOf } from './trace-styles.ts';

/**
 * The stack of an event as text, as its language prints it: what developers paste into a ticket or an editor that finds
 * the files. An event without any stack is its head alone. Pure, and never empty.
 */
export function printStack(event: NormalisedEvent): string {
  const tree = toExceptionTree(event.exceptions) ?? toMessageNode(event);
  const style = styleOf(event);
  const lines = style === 'python' ? printTraceback(tree) : printNested(tree, style);
  return `${lines.join('\n')}\n`;
}

/** A message is printed as an exception that has no type. */
function toMessageNode({ message, title, stack = [] }: NormalisedEvent): ExceptionNode {
  const value = message ?? title?.value ?? 'No message';
  return { exception: { type: '', value, frames: stack }, index: 0, within: [], causes: [] };
}
