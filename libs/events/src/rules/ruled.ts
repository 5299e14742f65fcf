import { type JsonObject, readArray, readObject } from '../json/shape.ts';
import { BY_RULE } from '../reading/stack/in-app.ts';
import { listStacks } from './list-stacks.ts';

/** What rules of its project did with an event. It is stored beside the event, since rules change. */
export interface Ruled {
  /** In place of what its SDK sent; variables are not filled in yet. */
  readonly fingerprint?: { readonly parts: readonly string[]; readonly rule: string };
  /** Variables are not filled in yet: what stands for them may be hidden or erased later. */
  readonly title?: { readonly text: string; readonly rule: string };
  readonly app?: {
    /**
     * Of each of the event's stacks (`listStacks`) a letter for each frame, that of the failure first: `+` is the application's own
     * by a rule, `-` is not. What no rule changed has a dot, or no letter.
     */
    readonly stacks: readonly string[];
    readonly rules: readonly string[];
  };
}

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

/** Where an event has stacks. */
const PLACES = ['exception', 'threads', 'stacktrace', 'values'];

/** Copies what holds a changed stack, and nothing else. */
function replaceStacks(value: unknown, changed: ReadonlyMap<unknown, JsonObject>): unknown {
  const copy = changed.get(value);
  if (copy) return copy;
  if (Array.isArray(value)) return value.map((each) => replaceStacks(each, changed));
  const object = readObject(value);
  if (!object) return value;
  const replaced = PLACES.flatMap((name) =>
    name in object ? [[name, replaceStacks(object[name], changed)] as const] : [],
  );
  return { ...object, ...Object.fromEntries(replaced) };
}
