import { operationLimits } from '#shared';
import type { FailedReportLine, FailedReportPage } from '#shared';

/** Pages of several relays, asked for what is behind the same report, as one. No report is in two of them. */
export function mergeFailedPages(pages: readonly FailedReportPage[]): FailedReportPage {
  const [only] = pages;
  if (only && pages.length === 1) return only;
  const lines = pages.flatMap(({ reports }) => reports).toSorted(compareLines);
  const reports = lines.slice(0, operationLimits.failedReportsPerPage);
  const last = reports.at(-1);
  const areMore = lines.length > reports.length || pages.some(({ before }) => before !== undefined);
  return {
    total: pages.reduce((sum, { total }) => sum + total, 0),
    upTo: pages
      .map(({ upTo }) => upTo)
      .filter((names) => names !== '')
      .join(','),
    reports,
    reasons: mergeReasons(pages),
    ...(last && areMore ? { before: `${last.receivedAtMs ?? 0}-${last.name}` } : {}),
  };
}

/** In the order of the relays: latest received first; of one moment by their names. */
function compareLines(a: FailedReportLine, b: FailedReportLine): number {
  return (b.receivedAtMs ?? 0) - (a.receivedAtMs ?? 0) || (a.name < b.name ? -1 : 1);
}

/** `like` names one report of each relay, with commas. */
function mergeReasons(pages: readonly FailedReportPage[]): FailedReportPage['reasons'] {
  const merged = new Map<string, FailedReportPage['reasons'][number]>();
  for (const { reason, count, like } of pages.flatMap(({ reasons }) => reasons)) {
    const known = merged.get(reason);
    merged.set(reason, {
      reason,
      count: (known?.count ?? 0) + count,
      like: known ? `${known.like},${like}` : like,
    });
  }
  return [...merged.values()]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, operationLimits.reasonsShown);
}
