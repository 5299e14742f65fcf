import { type JsonObject, readText } from '../json/shape.ts';
import type { DescribedFrame, DescribedStack, ExclusionReason, Repeats } from './description.ts';
import type { EventReading } from './event-reading.ts';
import {
  countCalls,
  hasOwnCalls,
  isOverflow,
  isSuppressed,
  isWithin,
  listCounted,
} from './exceptions/compose.ts';
import type { SentException } from './exceptions/sent-exceptions.ts';
import { isLogLine } from './log-line.ts';
import { countsStack } from './message.ts';
import type { JudgedFrame } from './stacks/judge-frame.ts';
import { MAX_LIBRARY_FRAMES, type Stack } from './stacks/read-stack.ts';

interface Rules {
  readonly reading: EventReading;
  readonly isOwn: boolean;
  readonly isOverflow: boolean;
  /** Whether the place of the newest frame enters the grouping key when no frame names its call. */
  readonly takesPlace: boolean;
  readonly excludedBecause?: ExclusionReason | undefined;
}

export function describeStacks(reading: EventReading, repeats?: Repeats): DescribedStack[] {
  const { event, exceptions } = reading;
  if (exceptions.length === 0) {
    const ofText: ExclusionReason = isLogLine(event, reading.version)
      ? 'of a log line'
      : 'of a message';
    const excludedBecause = countsStack(reading) ? undefined : ofText;
    const counting = { reading, isOwn: true, isOverflow: false, takesPlace: false } as const;
    const rules = { ...counting, excludedBecause };
    const frames = describeStack(reading.stack, rules);
    return frames.length === 0 ? [] : [{ type: '', frames }];
  }
  const isOwn = hasOwnCalls(listCounted(exceptions));
  const described = exceptions.map((exception, index) => ({
    type: exception.type,
    frames: describeStack(exception.stack, {
      reading,
      isOwn,
      isOverflow: isOverflow(exception),
      takesPlace: true,
      excludedBecause: findExclusion(exceptions, index, repeats),
    }),
  }));
  return described.filter(({ frames }) => frames.length > 0);
}

function findExclusion(
  exceptions: readonly SentException[],
  index: number,
  repeats?: Repeats,
): ExclusionReason | undefined {
  if (isSuppressed(exceptions, index)) return 'suppressed';
  const isInGroups = (at: number): boolean => repeats?.inGroups.has(at) ?? false;
  const isRepeated = repeats?.inChains.has(index) || isWithin(exceptions, index, isInGroups);
  return isRepeated ? 'repeated' : undefined;
}

function describeStack(stack: Stack, rules: Rules): DescribedFrame[] {
  const judged = stack.listJudged();
  const near = listNear(judged, rules.isOwn);
  const speaks = near.some((frame) => frame.namesCall);
  const placed = !speaks && rules.takesPlace ? near.at(-1) : undefined;
  const counted = countCalls(near, { ...rules, isShort: stack.isShort });
  const met = new Set<string>();
  return judged.map((frame, index) => {
    const call = toCall(stack.frames[index]!);
    const isPlace = frame === placed && frame.place !== '';
    const why =
      rules.excludedBecause ??
      frame.flaw ??
      (isPlace ? undefined : whyNot(frame, { rules, near, counted, met }));
    if (why !== undefined) return { call, counts: false, why };
    if (isPlace) return { call, counts: true, as: frame.place, isPlace };
    met.add(frame.call);
    return { call, counts: true, as: counted.get(frame.call) ?? frame.signature };
  });
}

function listNear(judged: readonly JudgedFrame[], isOwn: boolean): readonly JudgedFrame[] {
  const telling = judged.filter(({ flaw, inApp }) => flaw === undefined && (inApp || !isOwn));
  return isOwn ? telling : telling.slice(-MAX_LIBRARY_FRAMES);
}

function whyNot(
  frame: JudgedFrame,
  {
    rules,
    near,
    counted,
    met,
  }: {
    readonly rules: Rules;
    readonly near: readonly JudgedFrame[];
    readonly counted: ReadonlyMap<string, string>;
    readonly met: ReadonlySet<string>;
  },
): ExclusionReason | undefined {
  if (rules.isOwn && !frame.inApp) return 'library';
  if (!near.includes(frame)) return 'far from the failure';
  if (!frame.namesCall) return 'says only where its code is kept';
  const countedText = counted.get(frame.call);
  if (countedText === undefined && !rules.isOwn) return 'far from the failure';
  if (countedText === undefined)
    return rules.isOverflow ? 'where the stack overflowed' : 'before a recursion';
  // The grouping key contains a call together with its newest line of code. After a stack overflow,
  // the key contains the call without that line.
  const isCountedText = countedText === frame.signature || countedText === frame.call;
  return met.has(frame.call) || !isCountedText ? 'recursion' : undefined;
}

function toCall(frame: JsonObject): string {
  const texts = [frame['module'] ?? frame['filename'] ?? frame['package'], frame['function']];
  return texts
    .map((text) => readText(text, 200))
    .filter((text) => text !== undefined)
    .join(' ');
}
