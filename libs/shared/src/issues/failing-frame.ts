import type { ExceptionValue, StackFrame } from '../event.ts';

/** What a chain is ranked by. */
type Linked = Pick<ExceptionValue, 'value' | 'parent' | 'relation' | 'isGroup' | 'frames'>;

/** What decides which of them titles the event. */
type Ranked = Omit<Linked, 'frames'>;

/** The call to look at first: the newest of the application's own, else the newest of all. */
export function findFailingFrame(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * The exception that an event is called by: the one that surfaced, which is the last. For a group stands its first member
 * that says something, since the group itself only counts them.
 */
export function findTitledException<Value extends Ranked>(
  exceptions: readonly Value[],
): Value | undefined {
  const titled = findTitledPath(exceptions).at(-1);
  return titled === undefined ? undefined : exceptions[titled];
}

/**
 * The same for a chain: the first in-app call, looked for in the exception that titles the event, then in its causes, then
 * in the groups that it is of, then in all others. Without any, the newest call of the first in that order that has
 * frames.
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

/** The same for an event: that of its exceptions, else that of the stack of its message. */
export function findFailingFrameOfEvent({
  exceptions,
  stack,
}: {
  readonly exceptions: readonly Linked[];
  readonly stack?: readonly StackFrame[] | undefined;
}): StackFrame | undefined {
  return findFailingFrameOfChain(exceptions) ?? findFailingFrame(stack ?? []);
}

/** Places from the exception that surfaced down to the one that titles the event. */
function findTitledPath(exceptions: readonly Ranked[]): readonly number[] {
  const path: number[] = [];
  let at: number | undefined = exceptions.length - 1;
  // Parents may go round in a circle where an event was not read by our rules.
  while (at !== undefined && at >= 0 && !path.includes(at)) {
    path.push(at);
    at = exceptions[at]!.isGroup ? findFirstMember(exceptions, at) : undefined;
  }
  return path;
}

/** SDKs send members before their group, the first of them nearest to it. */
function findFirstMember(exceptions: readonly Ranked[], group: number): number | undefined {
  const members = [...exceptions.keys()].toReversed().filter((index) => {
    const { parent, relation } = exceptions[index]!;
    return parent === group && relation === 'member';
  });
  return members.find((index) => exceptions[index]!.value !== '') ?? members[0];
}

/** One after the other: the first mostly decides. */
function* rankExceptions(exceptions: readonly Linked[]): Generator<number> {
  const path = findTitledPath(exceptions);
  const titled = path.at(-1);
  if (titled === undefined) return;
  yield titled;
  const ranked = new Set([titled]);
  // A set is walked with what is added to it meanwhile.
  for (const index of ranked) {
    for (const cause of listCauses(exceptions, index)) ranked.add(cause);
  }
  for (const index of path.toReversed()) ranked.add(index);
  for (const index of [...exceptions.keys()].toReversed()) ranked.add(index);
  yield* ranked;
}

/** An exception that names no parent is the cause of the next. */
function listCauses(exceptions: readonly Linked[], parent: number): readonly number[] {
  return [...exceptions.keys()].toReversed().filter((index) => {
    const { relation = 'cause', parent: named = index + 1 } = exceptions[index]!;
    return named === parent && (relation === 'cause' || relation === 'context');
  });
}
