import { readObject } from '../json/shape.ts';
import type { JsonObject } from '../json/shape.ts';

const PLACES = ['exception', 'threads', 'stacktrace', 'values'];

/**
 * Returns a copy of `value` in which each stack that is a key of `changed` is replaced by its new
 * stack.
 */
export function replaceStacks(value: unknown, changed: ReadonlyMap<unknown, JsonObject>): unknown {
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
