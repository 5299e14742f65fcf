import { type JsonObject, readArray, readObject } from '../json/shape.ts';
import { BY_RULE } from '../reading/stack/in-app.ts';
import type { Ruled } from '../storing/stored-event.ts';
import { replaceStacks } from './replace-stacks.ts';
import { listStacks } from './list-stacks.ts';

const RULED = Symbol('what rules did');

/** What rules did with an event that `withRules` gave. */
export function ruledOf(event: JsonObject): Ruled | undefined {
  return (event as { readonly [RULED]?: Ruled })[RULED];
}

/** A copy of the event as rules have it: for whoever reads its title, its key or its frames. */
export function withRules(event: JsonObject, ruled: Ruled): JsonObject {
  const { fingerprint, app } = ruled;
  const framed = app ? withFrames(event, app.stacks) : event;
  const named = fingerprint ? { fingerprint: fingerprint.parts } : {};
  const judged = { ...framed, ...named, [RULED]: ruled };
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
