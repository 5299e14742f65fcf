import { toBreadcrumbLine } from '#product/recording/issues/rules';
import { NEARBY_LOG } from '#events';
import type { Breadcrumb, NormalisedEvent } from '#shared';
import type { TimelineStep } from '../timeline.dto.ts';
import type { LogStep } from './log-steps.ts';
import { findMoment } from './timeline.ts';

export interface Surroundings {
  readonly logs: readonly LogStep[];
  /** Steps of other events of the same trace, each event included. */
  readonly others: readonly TimelineStep[];
}

/** An SDK may report the same line of the console as a breadcrumb and as a log. */
const SAME_LINE_MS = 100;

/**
 * Adds logs and the steps of other events to the breadcrumbs of an event, in order of time. Their
 * category says where they come from. A breadcrumb that repeats a log is left out.
 */
export function withSurroundings(
  event: NormalisedEvent,
  { logs, others }: Surroundings,
  slug: string,
): NormalisedEvent {
  if (logs.length === 0 && others.length === 0) return event;
  const fromLogs = logs.map((log): Breadcrumb => {
    const place = log.projectSlug === slug ? '' : ` (${log.projectSlug})`;
    return {
      timestampMs: log.atMs,
      type: 'log',
      category: log.isOfTrace ? `log${place}` : NEARBY_LOG,
      level: log.level,
      message: log.text,
      data: log.facts.said,
      ofSdk: Object.keys(log.facts.ofSdk).length > 0 ? log.facts.ofSdk : undefined,
    };
  });
  const own = event.breadcrumbs.filter((crumb) => !isLogged(crumb, logs));
  const known = new Set(own.map(toName));
  const unknown = others.filter(({ atMs, text }) => !known.has(`${atMs} ${text}`));
  const fromOthers = unknown.map(({ atMs, from, level, kind, text }): Breadcrumb => ({
    timestampMs: atMs,
    type: 'trace',
    category: from,
    level,
    message: kind === 'Error' ? text : `${kind}: ${text}`,
  }));
  const steps = [...own, ...fromLogs, ...fromOthers];
  return { ...event, occurredAtMs: findMoment(event), breadcrumbs: inOrder(steps) };
}

/** A step without a time stays after the one before it. */
function inOrder(steps: readonly Breadcrumb[]): readonly Breadcrumb[] {
  let lastMs = -Infinity;
  const timed = steps.map((step) => {
    lastMs = step.timestampMs ?? lastMs;
    return { step, atMs: lastMs };
  });
  return timed.toSorted((a, b) => a.atMs - b.atMs).map(({ step }) => step);
}

function isLogged(crumb: Breadcrumb, logs: Surroundings['logs']): boolean {
  const { text } = toBreadcrumbLine(crumb);
  return logs.some(
    (log) =>
      log.text === text && Math.abs(log.atMs - (crumb.timestampMs ?? log.atMs)) <= SAME_LINE_MS,
  );
}

/** Events of one page repeat each other's breadcrumbs. */
function toName(crumb: Breadcrumb): string {
  return `${crumb.timestampMs} ${toBreadcrumbLine(crumb).text}`;
}
