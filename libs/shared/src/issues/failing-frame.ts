import type { ExceptionValue, StackFrame } from '../event.ts';

/** The call to look at first: the newest of the application's own, else the newest of all. */
export function findFailingFrame(frames: readonly StackFrame[]): StackFrame | undefined {
  return frames.findLast(({ inApp }) => inApp) ?? frames.at(-1);
}

/**
 * The same for a chain, causes first: the first in-app call from the surfaced exception down to its
 * causes; without any, the newest call of the surfaced one that has frames.
 */
export function findFailingFrameOfChain(
  exceptions: readonly ExceptionValue[],
): StackFrame | undefined {
  const surfacedFirst = exceptions.toReversed().map(({ frames }) => findFailingFrame(frames));
  return surfacedFirst.find((frame) => frame?.inApp) ?? surfacedFirst.find(Boolean);
}
