import type { StackFrame } from '#shared';
import { type Run, splitRuns } from './recursion.ts';

export type TraceItem =
  | { readonly kind: 'frame'; readonly frame: StackFrame }
  | { readonly kind: 'library'; readonly frames: readonly StackFrame[] }
  | {
      readonly kind: 'repeats';
      readonly calls: number;
      readonly times: number;
      readonly frames: readonly StackFrame[];
    };

const LIBRARY_FRAMES_OPEN = 8;
/** A trace with this many calls of the application is clear without library calls. */
const ENOUGH_OWN_FRAMES = 5;

/**
 * Orders a trace for reading: the newest call first, with runs of library calls and recursions
 * folded.
 * - A single library call stays a line, since a fold would not be shorter.
 * - When the application's own calls are few and have no code, the library calls nearest to
 *   `kept` are not folded.
 * - Without any call of the application, the newest calls are not folded.
 * - `kept` is never folded.
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

function findOpen(
  newestFirst: readonly StackFrame[],
  kept: StackFrame | undefined,
): readonly StackFrame[] {
  const own = newestFirst.filter(({ inApp }) => inApp);
  const hasCode = own.some(({ contextLine }) => contextLine !== undefined);
  if (own.length >= ENOUGH_OWN_FRAMES || hasCode) return [];
  const at = kept ? newestFirst.indexOf(kept) : 0;
  const distances = new Map(newestFirst.map((frame, index) => [frame, Math.abs(index - at)]));
  return newestFirst
    .filter(({ inApp }) => !inApp)
    .toSorted((one, other) => distances.get(one)! - distances.get(other)!)
    .slice(0, LIBRARY_FRAMES_OPEN);
}

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
