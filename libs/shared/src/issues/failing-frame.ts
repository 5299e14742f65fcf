import type { ExceptionValue, StackFrame } from '../event.ts';

type Linked = Pick<ExceptionValue, 'value' | 'parent' | 'relation' | 'isGroup' | 'frames'>;

type Ranked = Omit<Linked, 'frames'>;

/**
 * Returns the call to look at first: the newest of the application's own, otherwise the newest of
 * all.
 */
export function findFailingFrame(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * Returns the exception that titles an event: the one that surfaced, which is the last. A group
 * only counts its members, so its first member with a message replaces it.
 */
export function findTitledException<Value extends Ranked>(
  exceptions: readonly Value[],
): Value | undefined {
  const titled = findTitledPath(exceptions).at(-1);
  return titled === undefined ? undefined : exceptions[titled];
}

/**
 * Returns the failing call of a chain of exceptions: the first in-app call.
 *
 * Looks in the exception that titles the event, then in its causes, then in the groups around it,
 * then in all others. Without any in-app call, returns the newest call of the first exception in
 * that order that has frames.
 */
export function findFailingFrameOfChain(exceptions: readonly Linked[]): StackFrame | undefined {
  let otherwise: StackFrame | undefined;
  for (const index of rankExceptions(exceptions)) {
    const frame = findFailingFrame(exceptions[index]!.frames);
    if (frame?.inApp) return frame;
    otherwise ??= frame;
  }
  return otherwise;
}

export function findFailingFrameOfEvent({
  exceptions,
  stack,
}: {
  readonly exceptions: readonly Linked[];
  readonly stack?: readonly StackFrame[] | undefined;
}): StackFrame | undefined {
  return findFailingFrameOfChain(exceptions) ?? findFailingFrame(stack ?? []);
}

function findTitledPath(exceptions: readonly Ranked[]): readonly number[] {
  const path: number[] = [];
  let at: number | undefined = exceptions.length - 1;
  // Parents can form a circle when the event was not read by our rules.
  while (at !== undefined && at >= 0 && !path.includes(at)) {
    path.push(at);
    at = exceptions[at]!.isGroup ? findFirstMember(exceptions, at) : undefined;
  }
  return path;
}

/** SDKs send members before their group, the first member nearest to it. */
function findFirstMember(exceptions: readonly Ranked[], group: number): number | undefined {
  const members = [...exceptions.keys()].toReversed().filter((index) => {
    const { parent, relation } = exceptions[index]!;
    return parent === group && relation === 'member';
  });
  return members.find((index) => exceptions[index]!.value !== '') ?? members[0];
}

/** A generator, because the first exception usually decides. */
function* rankExceptions(exceptions: readonly Linked[]): Generator<number> {
  const path = findTitledPath(exceptions);
  const titled = path.at(-1);
  if (titled === undefined) return;
  yield titled;
  const ranked = new Set([titled]);
  // The loop also visits entries that are added to the set meanwhile.
  for (const index of ranked) {
    for (const cause of listCauses(exceptions, index)) ranked.add(cause);
  }
  for (const index of path.toReversed()) ranked.add(index);
  for (const index of [...exceptions.keys()].toReversed()) ranked.add(index);
  yield* ranked;
}

/** An exception that names no parent is the cause of the next one. */
function listCauses(exceptions: readonly Linked[], parent: number): readonly number[] {
  return [...exceptions.keys()].toReversed().filter((index) => {
    const { relation = 'cause', parent: named = index + 1 } = exceptions[index]!;
    return named === parent && (relation === 'cause' || relation === 'context');
  });
}
