import type { StackFrame } from '#shared';

export type TraceItem =
  | { readonly kind: 'frame'; readonly frame: StackFrame }
  /** Calls of libraries between two of the application's own. */
  | { readonly kind: 'library'; readonly frames: readonly StackFrame[] }
  /** The same call again and again: a recursion. */
  | { readonly kind: 'repeats'; readonly frames: readonly StackFrame[] };

/** This many calls of one place in a row are shown once; those under it fold. */
const REPEATS_FOLD_FROM = 3;

/**
 * A trace as it is read: newest call first, runs of library calls folded. A single library call
 * folds into nothing shorter and stays a line. `kept` is never folded.
 */
export function foldFrames(frames: readonly StackFrame[], kept?: StackFrame): readonly TraceItem[] {
  return splitRuns(frames.toReversed(), kept).flatMap(toItems);
}

interface Run {
  readonly place: string;
  readonly frames: StackFrame[];
}

function splitRuns(frames: readonly StackFrame[], kept: StackFrame | undefined): readonly Run[] {
  const runs: Run[] = [];
  for (const frame of frames) {
    const place = frame === kept ? 'kept' : placeOf(frame);
    const last = runs.at(-1);
    if (last && last.place === place && place !== 'kept') last.frames.push(frame);
    else runs.push({ place, frames: [frame] });
  }
  return runs;
}

function placeOf(frame: StackFrame): string {
  if (!frame.inApp) return 'library';
  return JSON.stringify([frame.function, frame.module, frame.filename, frame.line]);
}

function toItems({ place, frames }: Run): readonly TraceItem[] {
  const [first, ...rest] = frames;
  if (!first || rest.length === 0) return frames.map((frame) => ({ kind: 'frame', frame }));
  if (place === 'library') return [{ kind: 'library', frames }];
  if (frames.length < REPEATS_FOLD_FROM) return frames.map((frame) => ({ kind: 'frame', frame }));
  return [
    { kind: 'frame', frame: first },
    { kind: 'repeats', frames: rest },
  ];
}
