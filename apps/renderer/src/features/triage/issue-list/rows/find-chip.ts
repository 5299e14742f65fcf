import type { Issue } from '#product/recording/issues';
import { issueLimits } from '#shared';
import type { IssueListRow } from '../issue-list.dto.ts';

/**
 * Issues with at least this trend are marked as rising. A trend of 100 means a steady rate, so 500
 * is about five times the rate of the days before.
 */
const RISING_TREND = 500;

export function findChip(
  { state, firstSeenMs, trend }: Pick<Issue, 'state' | 'firstSeenMs' | 'trend'>,
  nowMs: number,
): IssueListRow['chip'] {
  if (state.status !== 'unresolved') return undefined;
  if (state.kind === 'regressed') return 'Regressed';
  if (nowMs - firstSeenMs < issueLimits.newForMs) return 'New';
  return trend >= RISING_TREND ? 'Rising' : undefined;
}
