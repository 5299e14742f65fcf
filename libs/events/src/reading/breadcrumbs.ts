import { type Breadcrumb, reportLimits } from '#shared';
import type { CutNotes } from '../json/cut-notes.ts';
import { fieldLimits } from '../json/field-limits.ts';
import type { JsonBudget } from '../json/json-budget.ts';
import { readLevel } from './levels.ts';
import { type JsonObject, readObject, readText, readValues } from '../json/shape.ts';
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
  // Newest first through the budget: when it runs out, the oldest lose their data.
  return all
    .slice(-max)
    .toReversed()
    .map((crumb) => normaliseBreadcrumb(crumb, rules))
    .toReversed();
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
    timestampMs: atMs === undefined ? undefined : atMs + correctionMs,
    type: readText(crumb['type'], fieldLimits.name) ?? 'default',
    category: readText(crumb['category'], fieldLimits.name),
    level: readLevel(crumb['level'], 'info'),
    message: notes.readText(
      crumb['message'],
      fieldLimits.breadcrumbMessage,
      'messages of breadcrumbs',
    ),
    data: data.copyObject(crumb['data']),
  };
}
