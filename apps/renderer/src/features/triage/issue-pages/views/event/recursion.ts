import type { StackFrame } from '#shared';

/** A call, or calls that fold together. */
type Step = readonly StackFrame[];

/** Steps as they come, and those that only repeat them. */
export interface Run {
  readonly steps: readonly Step[];
  readonly repeated: readonly Step[];
  /** How often; 0 for a step that is not repeated. */
  readonly times: number;
}

/** Steps that call each other in a circle: more than that is no recursion that somebody would recognise. */
const MAX_CIRCLE = 8;
/** So many rounds of one circle are shown once; the others fold. */
const ROUNDS_FOLD_FROM = 3;

/** Finds the steps that repeat those before them, the smallest circle first. `kept` is in none that only repeats. */
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

/** The smallest circle that starts there; one round of one step where none does. */
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
