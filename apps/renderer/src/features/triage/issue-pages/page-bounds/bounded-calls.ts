import { findFailingFrame, findFailingFrameOfChain, issueLimits } from '#shared';
import type { EventThread, ExceptionValue, NormalisedEvent } from '#shared';
import { boundTraces } from './bounded-trace.ts';
import type { LeftOut } from './left-out.dto.ts';
import { costOfException, costOfFrames, costOfThread } from './trace-cost.ts';

type Calls = Pick<NormalisedEvent, 'exceptions' | 'stack' | 'threads'>;

interface BoundedCalls {
  readonly calls: Calls;
  readonly left: Required<
    Pick<
      LeftOut,
      'exceptions' | 'frames' | 'details' | 'threads' | 'threadFrames' | 'threadDetails'
    >
  >;
}

/** Bytes of each part of an event that has calls. */
type CallBytes = Readonly<Record<'chain' | 'stack' | 'threads', number>>;

/** With everything that was sent. */
export function costOfCalls({ exceptions, stack = [], threads = [] }: Calls): CallBytes {
  return {
    chain: exceptions.reduce(
      (sum, each) => sum + costOfException(each) + costOfFrames(each.frames),
      0,
    ),
    stack: costOfFrames(stack),
    threads: threads.reduce((sum, each) => sum + costOfThread(each) + costOfFrames(each.frames), 0),
  };
}

/** At most `issueLimits.framesShown` frames together: those of the chain or the message first, then those of threads. */
export function boundCalls(
  { exceptions, stack, threads: sent = [] }: Calls,
  maxBytes: CallBytes,
): BoundedCalls {
  const threads = sent.toSorted((one, other) => rankOf(one) - rankOf(other));
  const chain = boundTraces(exceptions, {
    failing: findFailingFrameOfChain(exceptions),
    maxBytes: maxBytes.chain,
    maxFrames: issueLimits.framesShown,
    costOfHead: costOfException,
  });
  const message = boundTraces(stack ? [{ frames: stack }] : [], {
    failing: stack && findFailingFrame(stack),
    maxBytes: maxBytes.stack,
    maxFrames: issueLimits.framesShown - chain.framesShown,
    costOfHead: () => 0,
  });
  // The first thread is ranked first.
  const listed = boundTraces(threads.toReversed(), {
    failing: undefined,
    maxBytes: maxBytes.threads,
    maxFrames: issueLimits.framesShown - chain.framesShown - message.framesShown,
    costOfHead: costOfThread,
  });
  return {
    calls: {
      exceptions: chain.kept.map((each) => withParentAmong(each, { exceptions, ...chain })),
      ...(stack && { stack: message.kept[0]?.frames ?? [] }),
      ...(threads.length > 0 && { threads: listed.kept.toReversed() }),
    },
    left: {
      exceptions: chain.itemsLeft,
      frames: chain.framesLeft + message.framesLeft,
      details: chain.detailsLeft + message.detailsLeft,
      threads: listed.itemsLeft,
      threadFrames: listed.framesLeft,
      threadDetails: listed.detailsLeft,
    },
  };
}

/** The threads that an event is about come first, the others as they were sent. */
function rankOf({ isCrashed, isCurrent, isMain }: EventThread): number {
  const rank = [isCrashed, isCurrent, isMain].indexOf(true);
  return rank === -1 ? 3 : rank;
}

/** An exception whose parent is left out belongs to the next one above that is there. */
function withParentAmong(
  exception: ExceptionValue,
  {
    exceptions,
    places,
  }: { readonly exceptions: readonly ExceptionValue[]; readonly places: readonly number[] },
): ExceptionValue {
  let { parent } = exception;
  if (parent === undefined) return exception;
  const seen = new Set<number>();
  while (parent !== undefined && !places.includes(parent) && !seen.has(parent)) {
    seen.add(parent);
    parent = exceptions[parent]?.parent;
  }
  // -1 is nobody's place: what shows the exceptions then takes them as a line.
  return { ...exception, parent: parent === undefined ? -1 : places.indexOf(parent) };
}
