import type { JsonObject } from '../../json/shape.ts';
import { readLanguage } from '../../reading/stack/language.ts';
import { toKey } from '../key.ts';
import { describeFrames, type DescribedStack } from './describe-frames.ts';
import { composeExceptions } from './exceptions/compose.ts';
import { readSentExceptions } from './exceptions/sent-exceptions.ts';
import { fillFingerprint, readFingerprint } from './fingerprint.ts';
import { composeMessage } from './message.ts';

/** By what an event is grouped: what its SDK says, calls, a template, a text, or type and value of what was raised. */
export type GroupingKind = 'fingerprint' | 'stack' | 'template' | 'message' | 'value';

export interface GroupingDescription {
  readonly kind: GroupingKind;
  /** What the key is made of, in its order, each with a word before it for what it is. */
  readonly parts: readonly string[];
  /** The frames of each exception, or of the message, and why those that do not count do not. */
  readonly stacks: readonly DescribedStack[];
}

export interface GroupingV2 {
  /** 32 lower-case hex digits. */
  readonly key: string;
  /** For people, made when it is asked for. */
  describe(): GroupingDescription;
}

interface Composition {
  readonly kind: GroupingKind;
  readonly parts: readonly string[];
}

/**
 * How version 2 groups an event: its key and what that is made of. The same event always has the same key; once released,
 * nothing that a key depends on may change, because a changed key splits the history of an issue (ADR 93).
 */
export function groupV2(event: JsonObject): GroupingV2 {
  const composition = compose(event);
  const { kind, parts } = composition;
  return {
    key: toKey([kind, ...parts]),
    describe: () => ({ kind, parts, stacks: describeFrames(event) }),
  };
}

function compose(event: JsonObject): Composition {
  const fingerprint = readFingerprint(event);
  if (!fingerprint) return composeOwn(event);
  const language = readLanguage(event);
  const own = () => composeOwn(event).parts;
  return { kind: 'fingerprint', parts: fillFingerprint(fingerprint, { event, language, own }) };
}

function composeOwn(event: JsonObject): Composition {
  const language = readLanguage(event);
  const exceptions = readSentExceptions(event, language);
  return exceptions.length > 0
    ? composeExceptions(exceptions, language)
    : composeMessage(event, language);
}
