import type { StackFrame } from '#shared';

type Step = readonly StackFrame[];

/** `steps` are shown. `repeated` are the later steps that only repeat them. */
export interface Run {
  readonly steps: readonly Step[];
  readonly repeated: readonly Step[];
  readonly times: number;
}

/** Largest number of steps in one round. A longer round is hard to recognise as a recursion. */
const MAX_CIRCLE = 8;
const ROUNDS_FOLD_FROM = 3;

/**
 * Finds steps that repeat the steps before them, preferring the shortest round. A recursion that
 * would fold `kept` stays unfolded.
 */
export function splitRuns(steps: readonly Step[], kept: StackFrame | undefined): readonly Run[] {
  const places = steps.map(placeOf);
  const keptAt = steps.findIndex((step) => step.some((frame) => frame === kept));
  const runs: Run[] = [];
  for (let start = 0; start < steps.length;) {
    const { circle, rounds } = findCircle(places, start);
    const end = start + circle * rounds;
    const folds = rounds > 1 && !(keptAt >= start + circle && keptAt < end);
    const shown = folds ? circle : 1;
    runs.push({
      steps: steps.slice(start, start + shown),
      repeated: folds ? steps.slice(start + circle, end) : [],
      times: folds ? rounds - 1 : 0,
    });
    start = folds ? end : start + 1;
  }
  return runs;
}

/**
 * Returns the shortest round that repeats from `start`. Returns one round of one step when none
 * repeats.
 */
function findCircle(
  places: readonly string[],
  start: number,
): { readonly circle: number; readonly rounds: number } {
  for (let circle = 1; circle <= MAX_CIRCLE; circle += 1) {
    let end = start + circle;
    while (end < places.length && places[end] === places[end - circle]) end += 1;
    const rounds = Math.floor((end - start) / circle);
    if (rounds >= ROUNDS_FOLD_FROM) return { circle, rounds };
  }
  return { circle: 1, rounds: 1 };
}

function placeOf(step: Step): string {
  return JSON.stringify(
    step.map((frame) => [frame.function, frame.module, frame.filename, frame.line]),
  );
}
