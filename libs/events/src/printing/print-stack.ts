import { type ExceptionNode, type NormalisedEvent, toExceptionTree } from '#shared';
import { printerOf } from './trace-styles.ts';

/**
 * Prints the stack in the format of the event's language, so that editors can find the files. An
 * event without a stack yields only type and message. Notes at the end say what was left out. Never
 * returns an empty text.
 */
export function printStack(event: NormalisedEvent): string {
  const tree = toExceptionTree(event.exceptions) ?? toMessageNode(event);
  const lines = printerOf(event)(tree);
  return `${[...lines, ...listCuts(event)].join('\n')}\n`;
}

/** Notes in brackets follow the trace, because no language has a trace line for missing frames. */
function listCuts({ cut }: NormalisedEvent): readonly string[] {
  return cut.filter((note) => /^(?:stack trace|exceptions):/.test(note)).map((note) => `(${note})`);
}

function toMessageNode({ message, title, stack = [] }: NormalisedEvent): ExceptionNode {
  const value = message ?? title?.value ?? 'No message';
  return { exception: { type: '', value, frames: stack }, index: 0, within: [], causes: [] };
}
