import type { ExceptionValue, StackFrame } from '../event.ts';

type Linked = Pick<ExceptionValue, 'value' | 'parent' | 'relation' | 'isGroup' | 'frames'>;

type Ranked = Omit<Linked, 'frames'>;

/**
 * Returns the call that a reader should look at first: the newest call in the application's own
 * code, or the newest call at all when there is none.
 */
export function findFailingFrame(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * Returns the exception whose type and message become the event's title: the outermost one, which
 * is last. When this is a group, returns its first member with a message, because a group's own
 * message only counts members.
 */
export function findTitledException<Value extends Ranked>(
  exceptions: readonly Value[],
): Value | undefined {
  const titled = findTitledPath(exceptions).at(-1);
  return titled === undefined ? undefined : exceptions[titled];
}

/**
 * Returns the failing call of a chain of exceptions: the first call in the application's own code.
 *
 * Looks in the exception that titles the event, then in its causes, then in the groups around it,
 * then in all others. When no call is the application's own, returns the newest call of the first
 * exception, in that order, that has frames.
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
  // Parents of an event that this version did not parse may form a circle.
  while (at !== undefined && at >= 0 && !path.includes(at)) {
    path.push(at);
    at = exceptions[at]!.isGroup ? findFirstMember(exceptions, at) : undefined;
  }
  return path;
}

/**
 * Returns the index of the group's first member with a message, or of its first member. SDKs send
 * members before their group, in reverse order.
 */
function findFirstMember(exceptions: readonly Ranked[], group: number): number | undefined {
  const members = [...exceptions.keys()].toReversed().filter((index) => {
    const { parent, relation } = exceptions[index]!;
    return parent === group && relation === 'member';
  });
  return members.find((index) => exceptions[index]!.value !== '') ?? members[0];
}

/**
 * Yields the exceptions in the order of the search. A generator saves work, because the first
 * exception usually decides.
 */
function* rankExceptions(exceptions: readonly Linked[]): Generator<number> {
  const path = findTitledPath(exceptions);
  const titled = path.at(-1);
  if (titled === undefined) return;
  yield titled;
  const ranked = new Set([titled]);
  // The loop also visits indices that are added to the set during the loop.
  for (const index of ranked) {
    for (const cause of listCauses(exceptions, index)) ranked.add(cause);
  }
  for (const index of path.toReversed()) ranked.add(index);
  for (const index of [...exceptions.keys()].toReversed()) ranked.add(index);
  yield* ranked;
}

/**
 * Lists the causes of an exception. An exception that names no parent is the cause of the next one.
 */
function listCauses(exceptions: readonly Linked[], parent: number): readonly number[] {
  return [...exceptions.keys()].toReversed().filter((index) => {
    const { relation = 'cause', parent: named = index + 1 } = exceptions[index]!;
    return named === parent && (relation === 'cause' || relation === 'context');
  });
}
