import type { StackFrame } from '#shared';
import { type Run, splitRuns } from './recursion.ts';

export type TraceItem =
  | { readonly kind: 'frame'; readonly frame: StackFrame }
  /** Calls of libraries. */
  | { readonly kind: 'library'; readonly frames: readonly StackFrame[] }
  /** The calls before it again and again: a recursion. */
  | {
      readonly kind: 'repeats';
      /** How many calls before it are repeated. */
      readonly calls: number;
      readonly times: number;
      readonly frames: readonly StackFrame[];
    };

/** Calls of libraries that stand open where those of the application say little. */
const LIBRARY_FRAMES_OPEN = 8;
/** So many calls of the application's own tell by themselves how it came there. */
const OWN_FRAMES_TELL = 5;

/**
 * A trace as it is read: newest call first, runs of library calls and recursions folded. A single library call folds
 * into nothing shorter and stays a line. Where the application's own calls are few and have no code, the library calls
 * nearest to `kept` stand open, and without any of its own the newest calls. `kept` is never folded.
 */
export function foldFrames(frames: readonly StackFrame[], kept?: StackFrame): readonly TraceItem[] {
  const newestFirst = frames.toReversed();
  if (frames.some(({ inApp }) => inApp)) {
    const open = new Set([...(kept ? [kept] : []), ...findOpen(newestFirst, kept)]);
    return splitRuns(toSteps(newestFirst, open), kept).flatMap(toItems);
  }
  const runs = splitRuns(
    newestFirst.map((frame) => [frame]),
    kept,
  );
  return closeAfter(runs.flatMap(toItems), kept);
}

/** Library calls that do not fold, though others do. */
function findOpen(
  newestFirst: readonly StackFrame[],
  kept: StackFrame | undefined,
): readonly StackFrame[] {
  const own = newestFirst.filter(({ inApp }) => inApp);
  const hasCode = own.some(({ contextLine }) => contextLine !== undefined);
  if (own.length >= OWN_FRAMES_TELL || hasCode) return [];
  const at = kept ? newestFirst.indexOf(kept) : 0;
  const distances = new Map(newestFirst.map((frame, index) => [frame, Math.abs(index - at)]));
  return newestFirst
    .filter(({ inApp }) => !inApp)
    .toSorted((one, other) => distances.get(one)! - distances.get(other)!)
    .slice(0, LIBRARY_FRAMES_OPEN);
}

/** Each call a step of its own, library calls in a row one step unless they are open. */
function toSteps(
  frames: readonly StackFrame[],
  open: ReadonlySet<StackFrame>,
): readonly (readonly StackFrame[])[] {
  const steps: StackFrame[][] = [];
  let library: StackFrame[] | undefined;
  for (const frame of frames) {
    const folds = !frame.inApp && !open.has(frame);
    if (folds && library) library.push(frame);
    else steps.push([frame]);
    library = folds ? steps.at(-1) : undefined;
  }
  return steps;
}

function toItems({ steps, repeated, times }: Run): readonly TraceItem[] {
  const shown = steps.map(toItem);
  if (times === 0) return shown;
  return [
    ...shown,
    { kind: 'repeats', calls: steps.flat().length, times, frames: repeated.flat() },
  ];
}

function toItem(frames: readonly StackFrame[]): TraceItem {
  const [frame, ...rest] = frames;
  return frame && rest.length === 0 ? { kind: 'frame', frame } : { kind: 'library', frames };
}

/** The older calls folded, where there are enough of them. */
function closeAfter(
  items: readonly TraceItem[],
  kept: StackFrame | undefined,
): readonly TraceItem[] {
  const isKept = (item: TraceItem): boolean => item.kind === 'frame' && item.frame === kept;
  const open = Math.max(LIBRARY_FRAMES_OPEN, items.findIndex(isKept) + 1);
  const older = items.slice(open);
  if (older.length < 2) return items;
  const frames = older.flatMap((item) => (item.kind === 'frame' ? [item.frame] : item.frames));
  return [...items.slice(0, open), { kind: 'library', frames }];
}
