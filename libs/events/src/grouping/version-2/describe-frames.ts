import { type JsonObject, readText } from '../../json/shape.ts';
import { readLanguage } from '../../reading/stack/language.ts';
import { findStacktrace } from '../../reading/stack/threads.ts';
import { readSentExceptions } from './exceptions/sent-exceptions.ts';
import { readStack, type Stack } from './stacks/read-stack.ts';

export interface DescribedFrame {
  /** As the SDK named it. */
  readonly call: string;
  readonly counts: boolean;
  /** Why it does not count. */
  readonly why?: string;
}

export interface DescribedStack {
  /** Of the exception; empty for a message. */
  readonly type: string;
  /** Outermost call first. */
  readonly frames: readonly DescribedFrame[];
}

/** Which frames of an event count for its key, and why others do not. */
export function describeFrames(event: JsonObject): DescribedStack[] {
  const language = readLanguage(event);
  const exceptions = readSentExceptions(event, language);
  const counted = exceptions.filter(({ relation }) => relation !== 'suppressed');
  const message = {
    type: '',
    relation: undefined,
    stack: readStack(findStacktrace(event), language),
  };
  const all = exceptions.length > 0 ? exceptions : [message];
  const isOwn = exceptions.length === 0 || counted.some(({ stack }) => stack.listOwn().length > 0);
  return all
    .filter(({ stack }) => stack.frames.length > 0)
    .map(({ type, relation, stack }) => ({
      type,
      frames: describeStack(stack, { isOwn, isSuppressed: relation === 'suppressed' }),
    }));
}

function describeStack(
  stack: Stack,
  { isOwn, isSuppressed }: { readonly isOwn: boolean; readonly isSuppressed: boolean },
): DescribedFrame[] {
  const judged = stack.listJudged();
  const isSaid = judged.some(({ speaks, inApp }) => speaks && (inApp || !isOwn));
  const met = new Set<string>();
  return judged.map(({ flaw, inApp, speaks, signature }, index) => {
    const call = toCall(stack.frames[index]!);
    const why =
      (isSuppressed ? 'suppressed' : flaw) ??
      (isOwn && !inApp ? 'library' : undefined) ??
      (isSaid && speaks ? undefined : 'says only where its code is kept') ??
      (met.has(signature) ? 'recursion' : undefined);
    met.add(signature);
    return why === undefined ? { call, counts: true } : { call, counts: false, why };
  });
}

function toCall(frame: JsonObject): string {
  const texts = [frame['module'] ?? frame['filename'] ?? frame['package'], frame['function']];
  return texts
    .map((text) => readText(text, 200))
    .filter((text) => text !== undefined)
    .join(' ');
}
