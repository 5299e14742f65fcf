import type { ExceptionValue, StackFrame } from '../event.ts';

type Linked = Pick<ExceptionValue, 'value' | 'parent' | 'relation' | 'isGroup' | 'frames'>;

type Ranked = Omit<Linked, 'frames'>;

/**
 * Returns the call that a reader should look at first: the newest call in the application's own
 * code, or else the newest call of all.
 */
export function findFailingFrame(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * Returns the exception whose type and message become the event's title: the outermost one, which
 * is last. When this exception is a group, returns the group's first member with a message, because
 * a group's own message only counts members.
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
 * Looks first in the exception that gives the event its title. Looks next in that exception's
 * causes, in the groups that contain the exception, and in all other exceptions. When no call is
 * the application's own, returns the newest call of the first of these exceptions that has frames.
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

interface Failed {
  readonly exceptions: readonly Linked[];
  readonly stack?: readonly StackFrame[] | undefined;
}

export function findFailingFrameOfEvent({ exceptions, stack }: Failed): StackFrame | undefined {
  return findFailingFrameOfChain(exceptions) ?? findFailingFrame(stack ?? []);
}

function findTitledPath(exceptions: readonly Ranked[]): readonly number[] {
  const path: number[] = [];
  let at: number | undefined = exceptions.length - 1;
  // Events that another version parsed may have parents that form a circle.
  while (at !== undefined && at >= 0 && !path.includes(at)) {
    path.push(at);
    at = exceptions[at]!.isGroup ? findFirstMember(exceptions, at) : undefined;
  }
  return path;
}

/**
 * Returns the index of the group's first member with a message, or else of the first member of all.
 * SDKs send members before their group, in reverse order.
 */
function findFirstMember(exceptions: readonly Ranked[], group: number): number | undefined {
  const members = [...exceptions.keys()].toReversed().filter((index) => {
    const { parent, relation } = exceptions[index]!;
    return parent === group && relation === 'member';
  });
  return members.find((index) => exceptions[index]!.value !== '') ?? members[0];
}

/** A generator saves work, because the first exception usually decides. */
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

/** An exception that names no parent is the cause of the next one. */
function listCauses(exceptions: readonly Linked[], parent: number): readonly number[] {
  return [...exceptions.keys()].toReversed().filter((index) => {
    const { relation = 'cause', parent: named = index + 1 } = exceptions[index]!;
    return named === parent && (relation === 'cause' || relation === 'context');
  });
}

export interface FailingPlace {
  /** Index of the exception: -1 for the event's own stack. */
  readonly exception: number;
  readonly frame: number;
}

/** Returns where the frame of `findFailingFrameOfEvent` stands in the event. */
export function placeFailing(event: Failed): FailingPlace | undefined {
  const frame = findFailingFrameOfEvent(event);
  if (!frame) return undefined;
  const exception = event.exceptions.findIndex(({ frames }) => frames.includes(frame));
  const frames = event.exceptions[exception]?.frames ?? event.stack ?? [];
  return { exception, frame: frames.indexOf(frame) };
}
