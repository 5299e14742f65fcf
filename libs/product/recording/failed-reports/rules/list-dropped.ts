export interface HeldReport {
  readonly id: number;
  readonly projectId: number;
  readonly bytes: number;
}

export interface FailedLimits {
  readonly maxReports: number;
  readonly maxBytes: number;
}

/**
 * Returns the ids of the reports to drop until the limits are met: always the oldest of the project
 * that holds most, so that no project drives out those of one that holds less. The last report of
 * all stays, whatever its size. Expects the oldest report first.
 */
export function listDropped(
  reports: readonly HeldReport[],
  { maxReports, maxBytes }: FailedLimits,
): readonly number[] {
  const held = new Map<number, { reports: number; bytes: number; oldestFirst: HeldReport[] }>();
  for (const report of reports) {
    const own = held.get(report.projectId) ?? { reports: 0, bytes: 0, oldestFirst: [] };
    held.set(report.projectId, own);
    own.reports += 1;
    own.bytes += report.bytes;
    own.oldestFirst.push(report);
  }
  const dropped: number[] = [];
  let bytes = reports.reduce((sum, report) => sum + report.bytes, 0);
  for (let left = reports.length; left > 1; left -= 1) {
    const measure = left > maxReports ? 'reports' : 'bytes';
    if (left <= maxReports && bytes <= maxBytes) break;
    const most = [...held.values()].reduce((a, b) => (b[measure] > a[measure] ? b : a));
    const oldest = most.oldestFirst.shift()!;
    most.reports -= 1;
    most.bytes -= oldest.bytes;
    bytes -= oldest.bytes;
    dropped.push(oldest.id);
  }
  return dropped;
}
