import { type JsonObject, readArray, readObject, readValues } from '../json/shape.ts';
import { createStackFinder } from '../reading/stack/threads.ts';

const MAX_EXCEPTIONS = 64;

/**
 * Lists the distinct stacks that decide an event's group. The stack of the surfaced exception comes
 * first.
 */
export function listStacks(event: JsonObject): readonly JsonObject[] {
  const { exception } = event;
  const listed = readValues(exception);
  const exceptions = (listed.length > 0 ? listed : [exception])
    .map(readObject)
    .filter((each) => each !== undefined)
    .slice(-MAX_EXCEPTIONS)
    .toReversed();
  const stacks = new Set<JsonObject>();
  const find = createStackFinder(event);
  for (const each of exceptions) add(stacks, each['stacktrace'], () => find(each['thread_id']));
  if (exceptions.length === 0) add(stacks, find());
  return [...stacks];
}

function add(stacks: Set<JsonObject>, stacktrace: unknown, findOther?: () => unknown): void {
  const stack = readObject(stacktrace);
  if (stack && (readArray(stack['frames']) ?? []).length > 0) stacks.add(stack);
  else if (findOther) add(stacks, findOther());
}
