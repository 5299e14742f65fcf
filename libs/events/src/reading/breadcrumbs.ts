import { type Breadcrumb, reportLimits } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits } from '../json/field-limits.ts';
import type { JsonBudget } from '../json/json-budget.ts';
import { readLevel } from './levels.ts';
import { type JsonObject, readObject, readValues } from '../json/shape.ts';
import { readTimestampMs } from './timestamps.ts';

export interface BreadcrumbRules {
  readonly data: JsonBudget;
  readonly notes: CutNotes;
  readonly occurredAtMs: number;
  /** Moves each time with that of the event. */
  readonly shiftMs: number;
}

interface TimedCrumb {
  readonly crumb: JsonObject;
  readonly atMs: number | undefined;
}

/**
 * Returns the latest breadcrumbs, oldest first. Hybrid SDKs send those of two recorders one after
 * the other.
 */
export function normaliseBreadcrumbs(value: unknown, rules: BreadcrumbRules): Breadcrumb[] {
  const all = readValues(value)
    .map(readObject)
    .filter((crumb) => crumb !== undefined)
    .map((crumb) => ({ crumb, atMs: readPlausibleTime(crumb, rules) }));
  const max = reportLimits.breadcrumbs;
  if (all.length > max) rules.notes.add(`breadcrumbs: ${all.length} cut to the last ${max}`);
  const kept = sortByTime(all).slice(-max);
  const timeless = kept.filter(({ crumb }) => isUnreadable(crumb['timestamp'])).length;
  if (timeless > 0) {
    rules.notes.add(`times of breadcrumbs: ${timeless} of ${kept.length} cannot be read`);
  }
  // Copies the data of the newest breadcrumbs first, so that the oldest breadcrumbs lose their data
  // when the budget runs out.
  return kept
    .toReversed()
    .map((crumb) => normaliseBreadcrumb(crumb, rules))
    .toReversed();
}

/** A breadcrumb without a time stays behind the one before it. */
function sortByTime(crumbs: readonly TimedCrumb[]): TimedCrumb[] {
  let lastMs = -Infinity;
  return crumbs
    .map((timed) => ({ timed, atMs: (lastMs = timed.atMs ?? lastMs) }))
    .toSorted((a, b) => (a.atMs === b.atMs ? 0 : a.atMs - b.atMs))
    .map(({ timed }) => timed);
}

/** Drops a time that is so far from the event's that it says nothing. */
function readPlausibleTime(
  { timestamp }: JsonObject,
  { occurredAtMs, shiftMs }: BreadcrumbRules,
): number | undefined {
  const saidMs = readTimestampMs(timestamp);
  const atMs = saidMs === undefined ? NaN : saidMs + shiftMs;
  const isNear =
    atMs <= occurredAtMs + reportLimits.aheadMs && atMs >= occurredAtMs - reportLimits.behindMs;
  return isNear ? atMs : undefined;
}

function isUnreadable(timestamp: unknown): boolean {
  return (timestamp ?? undefined) !== undefined && readTimestampMs(timestamp) === undefined;
}

function normaliseBreadcrumb(
  { crumb, atMs }: TimedCrumb,
  { data, notes }: BreadcrumbRules,
): Breadcrumb {
  return {
    timestampMs: atMs,
    type: notes.readText(crumb['type'], fieldLimits.name, 'types of breadcrumbs') ?? 'default',
    category: notes.readText(crumb['category'], fieldLimits.name, 'categories of breadcrumbs'),
    level: readLevel(crumb['level'], 'info'),
    message: notes.readText(
      crumb['message'],
      fieldLimits.breadcrumbMessage,
      'messages of breadcrumbs',
    ),
    data: data.copyObject(crumb['data']),
  };
}
