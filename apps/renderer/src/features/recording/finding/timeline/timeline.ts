import { formatDuration, searchLimits, toIssueTitle } from '#shared';
import { toBreadcrumbLine } from '#product/recording/issues/rules';
import type { Address, Breadcrumb, NormalisedEvent } from '#shared';
import type { Timeline, TimelineStep } from '../timeline.dto.ts';
import type { LogStep } from './log-steps.ts';

export interface TracedEvent {
  readonly event: NormalisedEvent;
  readonly projectSlug: string;
  readonly href: Address;
  readonly isAskedFor?: boolean;
}

const TEXT_LENGTH = 300;

/** Maps the category or type of a breadcrumb to a word for people who read no code. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/^(?:ui\.(?:multi)?click|ui\.tap|touch|user)\b/, 'Click'],
  [/^ui\.(?:input|keypress|focus|change)\b/, 'Typing'],
  [/^navigation\b/, 'Page'],
  [/^(?:fetch|xhr|http|httplib|requests|urllib3|aiohttp|okhttp|axios|graphql)\b/, 'Request'],
  [/^(?:query|db|sql|redis|django\.db|sqlalchemy|mongodb)\b/, 'Database'],
  [/^sentry\./, 'Reported'],
  [/^(?:console|log|debug)\b/, 'Log'],
];

/**
 * Returns the events of one trace, the steps before them and the logs beside them, in order of
 * time. A step that several events report appears once.
 */
export function toTimeline(
  events: readonly TracedEvent[],
  logs: readonly LogStep[] = [],
): Timeline {
  const allSteps = [...logs.map(toLogStep), ...events.flatMap(listSteps)];
  const known = new Set<string>();
  const steps = allSteps.filter(({ atMs, from, text, href }) => {
    const name = JSON.stringify([atMs, from, text, href]);
    return !known.has(name) && known.add(name);
  });
  const inOrder = steps.toSorted((a, b) => a.atMs - b.atMs);
  const shown = inOrder.slice(-searchLimits.timelineSteps);
  return {
    steps: shown,
    leftOut: inOrder.length - shown.length,
    clocks: [...new Set(events.flatMap(describeClock))],
  };
}

function toLogStep({ atMs, level, text, projectSlug, isOfTrace }: LogStep): TimelineStep {
  const kind = isOfTrace ? 'Log' : 'Log nearby';
  return { atMs, from: `log (${projectSlug})`, kind, level, text: cut(text) };
}

/** Returns the breadcrumbs of an event, and the event as the last step. */
export function listSteps(traced: TracedEvent): TimelineStep[] {
  const { event, href, isAskedFor = false } = traced;
  const from = nameSource(traced);
  let lastMs = event.breadcrumbs.find(({ timestampMs }) => timestampMs !== undefined)?.timestampMs;
  const steps = event.breadcrumbs.map((breadcrumb): TimelineStep => {
    lastMs = breadcrumb.timestampMs ?? lastMs ?? event.occurredAtMs;
    return { atMs: lastMs, from, level: breadcrumb.level, ...toStep(breadcrumb) };
  });
  const { type = 'An event of which nothing was kept', value = '' } = event.title ?? {};
  const text = cut(toIssueTitle({ type, value }));
  const atMs = findMoment(event);
  return [...steps, { atMs, from, kind: 'Error', level: event.level, text, href, isAskedFor }];
}

function toStep(breadcrumb: Breadcrumb): Pick<TimelineStep, 'kind' | 'text'> {
  const { category = '', type } = breadcrumb;
  const kind = KINDS.find(([names]) => names.test(category) || names.test(type))?.[1];
  const { text } = toBreadcrumbLine(breadcrumb);
  return { kind: kind ?? 'Step', text: cut(text === '' ? category || type : text) };
}

function cut(text: string): string {
  return text.length > TEXT_LENGTH ? `${text.slice(0, TEXT_LENGTH)}…` : text;
}

/**
 * Returns the time at which an event stands among others. Some SDKs, such as that of Ruby, send whole
 * seconds, so logs from before the event would seem to follow it.
 */
export function findMoment({
  occurredAtMs,
  receivedAtMs,
  correctionMs = 0,
}: Pick<NormalisedEvent, 'occurredAtMs' | 'receivedAtMs' | 'correctionMs'>): number {
  // The correction of a clock has milliseconds, so the time as sent decides.
  if ((occurredAtMs - correctionMs) % 1000 !== 0) return occurredAtMs;
  return Math.max(occurredAtMs, Math.min(receivedAtMs, occurredAtMs + 999));
}

function describeClock(traced: TracedEvent): string[] {
  const { correctionMs } = traced.event;
  if (correctionMs === undefined) return [];
  const off = `${formatDuration(Math.abs(correctionMs))} ${correctionMs > 0 ? 'behind' : 'ahead'}`;
  return [`The clock of ${nameSource(traced)} was ${off}. This page shows corrected times.`];
}

function nameSource({ event: { platform, sdk }, projectSlug }: TracedEvent): string {
  const name = sdk?.name ?? '';
  if (APP_SDKS.test(name) || APP_PLATFORMS.has(platform)) return `app (${projectSlug})`;
  return `${platform === 'javascript' ? 'browser' : 'server'} (${projectSlug})`;
}

const APP_SDKS = /cocoa|android|react-native|flutter|capacitor|electron|unity|unreal/;
const APP_PLATFORMS: ReadonlySet<string> = new Set(['cocoa', 'objc', 'swift', 'dart']);
