import { type JsonObject, readArray, readObject } from '../json/shape.ts';
import { BY_RULE } from './stack/in-app.ts';
import type { RuleEffects } from '../storing/stored-event.ts';
import { replaceStacks } from './replace-stacks.ts';
import { listStacks } from './list-stacks.ts';

const RULE_EFFECTS = Symbol('what rules did');

export function readRuleEffects(event: JsonObject): RuleEffects | undefined {
  return (event as { readonly [RULE_EFFECTS]?: RuleEffects })[RULE_EFFECTS];
}

/**
 * Returns a copy of the event with the fingerprint and the `in_app` flags that the project's rules
 * set.
 */
export function withRules(event: JsonObject, ruled: RuleEffects): JsonObject {
  const { fingerprint, app } = ruled;
  const framed = app ? withFrames(event, app.stacks) : event;
  const named = fingerprint ? { fingerprint: fingerprint.parts } : {};
  const judged = { ...framed, ...named, [RULE_EFFECTS]: ruled };
  return judged;
}

function withFrames(event: JsonObject, letters: readonly string[]): JsonObject {
  const changed = new Map<unknown, JsonObject>();
  for (const [index, stack] of listStacks(event).entries()) {
    const ofStack = letters[index];
    if (ofStack) changed.set(stack, toChanged(stack, ofStack));
  }
  return replaceStacks(event, changed) as JsonObject;
}

function toChanged(stack: JsonObject, letters: string): JsonObject {
  const frames = readArray(stack['frames']) ?? [];
  const last = frames.length - 1;
  return {
    ...stack,
    frames: frames.map((sent, index) => {
      const letter = letters[last - index];
      const frame = readObject(sent);
      if (!frame || (letter !== '+' && letter !== '-')) return sent;
      return { ...frame, in_app: letter === '+' ? BY_RULE : false };
    }),
  };
}
