import type { NormalisedEvent, StackFrame } from './event.ts';

export function mapFrames(
  event: NormalisedEvent,
  change: (frame: StackFrame) => StackFrame,
): NormalisedEvent {
  const { exceptions, stack, threads } = event;
  return {
    ...event,
    exceptions: exceptions.map((each) => ({ ...each, frames: each.frames.map(change) })),
    ...(stack && { stack: stack.map(change) }),
    ...(threads && {
      threads: threads.map((each) => ({ ...each, frames: each.frames.map(change) })),
    }),
  };
}

/**
 * Lists all frames of an event: first those of the outermost exception, last those of threads. The
 * frames of each stack begin with the newest call.
 */
export function listFrames({
  exceptions,
  stack = [],
  threads = [],
}: NormalisedEvent): readonly StackFrame[] {
  const traces = exceptions.map(({ frames }) => frames).toReversed();
  return [...traces, stack, ...threads.map(({ frames }) => frames)].flatMap((frames) =>
    frames.toReversed(),
  );
}
