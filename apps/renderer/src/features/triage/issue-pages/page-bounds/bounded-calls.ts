import { findFailingFrame, findFailingFrameOfChain, issueLimits } from '#shared';
import type { EventThread, ExceptionValue, NormalisedEvent } from '#shared';
import { boundTraces } from './bounded-trace.ts';
import type { LeftOut } from './left-out.dto.ts';
import { costOfException, costOfFrames, costOfThread } from './trace-cost.ts';

type Calls = Pick<NormalisedEvent, 'exceptions' | 'stack' | 'threads'>;

interface BoundedCalls {
  readonly calls: Calls;
  readonly omitted: Required<
    Pick<
      LeftOut,
      'exceptions' | 'frames' | 'details' | 'threads' | 'threadFrames' | 'threadDetails'
    >
  >;
}

type CallBytes = Readonly<Record<'chain' | 'stack' | 'threads', number>>;

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

/**
 * Shows at most `issueLimits.framesShown` frames: those of the exceptions or the message first,
 * then those of threads.
 */
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
  // `boundTraces` gives room to the last item first, so the threads are reversed.
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
    omitted: {
      exceptions: chain.itemsOmitted,
      frames: chain.framesOmitted + message.framesOmitted,
      details: chain.detailsOmitted + message.detailsOmitted,
      threads: listed.itemsOmitted,
      threadFrames: listed.framesOmitted,
      threadDetails: listed.detailsOmitted,
    },
  };
}

/**
 * Ranks the crashed, the current and the main thread first, in this order. Other threads keep the
 * order in which they were sent.
 */
function rankOf({ isCrashed, isCurrent, isMain }: EventThread): number {
  const rank = [isCrashed, isCurrent, isMain].indexOf(true);
  return rank === -1 ? 3 : rank;
}

/** Makes the next shown ancestor the parent of the exception when its own parent is left out. */
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
  // -1 is not the index of any exception. `toExceptionTree` ignores all parents when it finds such
  // an index, and treats each exception as a child of the next one.
  return { ...exception, parent: parent === undefined ? -1 : places.indexOf(parent) };
}
