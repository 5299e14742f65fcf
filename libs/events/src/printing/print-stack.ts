import { type ExceptionNode, type NormalisedEvent, toExceptionTree } from '#shared';
import { printerOf } from './trace-styles.ts';

/**
 * The stack of an event as text, as its language prints it: what developers paste into a ticket or an editor that finds
 * the files. An event without any stack is its head alone. What was left out is said at the end. Pure, and never empty.
 */
export function printStack(event: NormalisedEvent): string {
  const tree = toExceptionTree(event.exceptions) ?? toMessageNode(event);
  const lines = printerOf(event)(tree);
  return `${[...lines, ...listCuts(event)].join('\n')}\n`;
}

/** What is missing between these lines: no language has a line for that. */
function listCuts({ cut }: NormalisedEvent): readonly string[] {
  return cut.filter((note) => /^(?:stack trace|exceptions):/.test(note)).map((note) => `(${note})`);
}

/** A message is printed as an exception that has no type. */
function toMessageNode({ message, title, stack = [] }: NormalisedEvent): ExceptionNode {
  const value = message ?? title?.value ?? 'No message';
  return { exception: { type: '', value, frames: stack }, index: 0, within: [], causes: [] };
}
