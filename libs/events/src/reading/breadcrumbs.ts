import { type Breadcrumb, reportLimits } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits } from '../json/field-limits.ts';
import type { JsonBudget } from '../json/json-budget.ts';
import { readLevel } from './levels.ts';
import { type JsonObject, readObject, readValues } from '../json/shape.ts';
import { readTimestampMs } from './timestamps.ts';

/** Returns the latest breadcrumbs, oldest first. */
export function normaliseBreadcrumbs(
  value: unknown,
  rules: {
    readonly data: JsonBudget;
    readonly notes: CutNotes;
    /** Correction of the sender's clock, added to each time. */
    readonly correctionMs: number;
  },
): Breadcrumb[] {
  const all = readValues(value)
    .map(readObject)
    .filter((crumb) => crumb !== undefined);
  const max = reportLimits.breadcrumbs;
  if (all.length > max) rules.notes.add(`breadcrumbs: ${all.length} cut to the last ${max}`);
  const kept = all.slice(-max);
  const timeless = kept.filter(({ timestamp }) => isUnreadable(timestamp)).length;
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

function isUnreadable(timestamp: unknown): boolean {
  return (timestamp ?? undefined) !== undefined && readTimestampMs(timestamp) === undefined;
}

/** Drops times that `Date` cannot represent (ECMA-262, 21.4.1.1). */
function toPossibleTime(atMs: number): number | undefined {
  return Math.abs(atMs) <= 8.64e15 ? atMs : undefined;
}

function normaliseBreadcrumb(
  crumb: JsonObject,
  {
    data,
    notes,
    correctionMs,
  }: {
    readonly data: JsonBudget;
    readonly notes: CutNotes;
    readonly correctionMs: number;
  },
): Breadcrumb {
  const atMs = readTimestampMs(crumb['timestamp']);
  return {
    timestampMs: atMs === undefined ? undefined : toPossibleTime(atMs + correctionMs),
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
