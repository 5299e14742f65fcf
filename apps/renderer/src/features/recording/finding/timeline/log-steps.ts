import { type ShownFacts, splitFacts, toEventLevel } from '#product/recording/logs/rules';
import type { LogBeside } from '#product/recording/logs';
import type { EventLevel } from '#shared';

export interface LogStep {
  readonly atMs: number;
  readonly level: EventLevel;
  readonly text: string;
  readonly projectSlug: string;
  /** False for a log of the same server at the same time, of which the trace is unknown. */
  readonly isOfTrace: boolean;
  readonly facts: ShownFacts;
}

export function toLogSteps(
  logs: readonly LogBeside[],
  slugs: ReadonlyMap<number, string>,
): readonly LogStep[] {
  return logs.map(({ atMs, level, body, projectId, isOfTrace, attributes }) => ({
    atMs,
    level: toEventLevel(level),
    text: body,
    projectSlug: slugs.get(projectId) ?? '',
    isOfTrace,
    facts: splitFacts({ attributes }),
  }));
}
