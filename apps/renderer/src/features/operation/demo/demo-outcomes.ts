import type { OutcomeSum } from '#product/recording/outcomes';
import type { OutcomeCount } from '#shared';
import { DAY_MS, HOUR_MS } from './demo-project.ts';

/** Hours over which items that are no events are spread. */
const HOURS_BESIDE = 5 * 24;

interface Received {
  /** Start of the minute in which the items arrived. */
  readonly atMs: number;
  readonly sums: readonly OutcomeSum[];
}

interface SentEvent {
  readonly projectId: number;
  readonly publicKey: string;
  readonly ageMs: number;
}

/**
 * Returns counts that move what arrived within minutes to the hours in which it is said to have
 * happened. Otherwise the made-up month would be one tall bar.
 */
export function spreadOutcomes(
  received: readonly Received[],
  events: readonly SentEvent[],
  nowMs: number,
): OutcomeCount[] {
  const byProject = new Map<number, { readonly publicKey: string; readonly ages: number[] }>();
  for (const { projectId, publicKey, ageMs } of events) {
    if (!byProject.has(projectId)) byProject.set(projectId, { publicKey, ages: [] });
    byProject.get(projectId)!.ages.push(ageMs);
  }
  return received.flatMap(({ atMs, sums }) =>
    sums.flatMap((sum) => {
      const project = byProject.get(sum.projectId);
      if (!project) return [];
      const { publicKey, ages } = project;
      // The planned events are in the order in which they were sent.
      const sent =
        sum.kind === 'error'
          ? ages.splice(0, sum.quantity)
          : Array.from({ length: sum.quantity }, (_, nth) => toAge(nth, nowMs));
      const moved = sent.map((ageMs) => ({ ...sum, publicKey, atMs: nowMs - ageMs, quantity: 1 }));
      return [{ ...sum, publicKey, atMs, quantity: -moved.length }, ...moved];
    }),
  );
}

/** Gives items one hour after the other, and the hours of the day as many as sessions have. */
function toAge(nth: number, nowMs: number): number {
  const ageMs = (nth % HOURS_BESIDE) * HOUR_MS;
  const isNight = ((nowMs - ageMs) % DAY_MS) / DAY_MS < 0.25;
  return isNight && nth % 3 > 0 ? ageMs + DAY_MS / 2 : ageMs;
}
