import { type Breadcrumb, reportLimits } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits } from '../json/field-limits.ts';
import type { JsonBudget } from '../json/json-budget.ts';
import { readLevel } from './levels.ts';
import { type JsonObject, readObject, readValues } from '../json/shape.ts';
import { readTimestampMs } from './timestamps.ts';

/** The latest breadcrumbs, oldest first. */
export function normaliseBreadcrumbs(
  value: unknown,
  rules: {
    readonly data: JsonBudget;
    readonly notes: CutNotes;
    /** To be added to what the sender's clock says. */
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
  // Newest first through the budget: when it runs out, the oldest lose their data.
  return kept
    .toReversed()
    .map((crumb) => normaliseBreadcrumb(crumb, rules))
    .toReversed();
}

/** Whether something was sent that is no time. */
function isUnreadable(timestamp: unknown): boolean {
  return (timestamp ?? undefined) !== undefined && readTimestampMs(timestamp) === undefined;
}

/** A correction may lead beyond the times that there are (ECMA-262, 21.4.1.1). */
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
