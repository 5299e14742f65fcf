import type { NormalisedEvent, StackFrame } from './event.ts';

/** An event with other frames in the places of its own. */
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

/** All frames: those of what surfaced last first, those of threads at the end; the newest call of each first. */
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
