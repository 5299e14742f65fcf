import { type ExceptionNode, type NormalisedEvent, toExceptionTree } from '#shared';
import { printerOf } from './trace-styles.ts';

/**
 * Prints the stack as the event's language does, for a ticket or for an editor that finds files in
 * it. An event without a stack yields only its head. Notes at the end say what was left out. Never
 * returns an empty text.
 */
export function printStack(event: NormalisedEvent): string {
  const tree = toExceptionTree(event.exceptions) ?? toMessageNode(event);
  const lines = printerOf(event)(tree);
  return `${[...lines, ...listCuts(event)].join('\n')}\n`;
}

/** No language has a trace line for missing frames, so notes in brackets follow the trace. */
function listCuts({ cut }: NormalisedEvent): readonly string[] {
  return cut.filter((note) => /^(?:stack trace|exceptions):/.test(note)).map((note) => `(${note})`);
}

function toMessageNode({ message, title, stack = [] }: NormalisedEvent): ExceptionNode {
  const value = message ?? title?.value ?? 'No message';
  return { exception: { type: '', value, frames: stack }, index: 0, within: [], causes: [] };
}
