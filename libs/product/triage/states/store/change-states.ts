import { applyChange, toCurrentState } from '#shared';
import type { ChangeResult, IssueChange } from '#shared';
import { toPortableText } from '#persistence/stores';
import { UNKNOWN } from './triage.types.ts';
import type { StateRequest, TriageOutcome } from './triage.types.ts';
import { endAlerts } from '#product/alerting/alerts';
import { lockIssues, toIssueState, writeStates, type StateChange } from '#product/recording/issues';
import type { LockedIssue, Triage } from '#product/recording/issues';
import { readBusiestTimes } from '#product/recording/counts';
import { findBaseReleases } from '#product/recording/releases';

export async function changeStates(
  triage: Triage,
  { issueIds, change, byUserId, nowMs }: StateRequest,
): Promise<TriageOutcome[]> {
  const { transaction } = triage;
  const issues = await lockIssues(triage, issueIds);
  await endPassedMutes(triage, issues, nowMs);
  const asked = toPortableChange(change);
  const bases =
    asked.kind === 'resolveInNextRelease'
      ? await findBaseReleases(transaction, [...issues.values()])
      : undefined;
  const busiest =
    asked.kind === 'muteUntilWorse'
      ? await readBusiestTimes(transaction, [...issues.keys()], nowMs)
      : undefined;
  const results = new Map<number, ChangeResult>();
  const changes: StateChange[] = [];
  for (const [issueId, issue] of issues) {
    const from = toCurrentState(toIssueState(issue), nowMs);
    const { events, users } = issue;
    const known = { base: bases?.get(issueId), busiest: busiest?.get(issueId) };
    const result = applyChange(from, asked, { nowMs, byUserId, events, users, ...known });
    results.set(issueId, result);
    if (result.outcome !== 'changed') continue;
    changes.push({ issueId, from, to: result.state, atMs: nowMs, byUserId });
  }
  const historyIds = await writeStates(transaction, changes);
  await endAlerts(transaction, changes);
  return issueIds.map((issueId) =>
    toOutcome(issueId, { result: results.get(issueId), historyId: historyIds.get(issueId) }),
  );
}

/**
 * Writes the end of expired mutes before the new change. Otherwise the history would skip the end
 * of the mute.
 */
export async function endPassedMutes(
  { transaction }: Triage,
  issues: ReadonlyMap<number, LockedIssue>,
  nowMs: number,
): Promise<void> {
  const changes = [...issues.values()].flatMap((issue): StateChange[] => {
    const from = toIssueState(issue);
    const to = toCurrentState(from, nowMs);
    return to === from ? [] : [{ issueId: issue.id, from, to, atMs: nowMs }];
  });
  await writeStates(transaction, changes);
}

/**
 * Converts the release to the form in which releases of events are stored, because both are
 * compared later.
 */
function toPortableChange(change: IssueChange): IssueChange {
  return change.kind === 'resolveInRelease'
    ? { ...change, release: toPortableText(change.release) }
    : change;
}

function toOutcome(
  issueId: number,
  { result, historyId }: { result: ChangeResult | undefined; historyId: number | undefined },
): TriageOutcome {
  if (result === undefined) return UNKNOWN;
  if (result.outcome === 'refused') return result;
  if (historyId === undefined) return { outcome: 'unchanged' };
  const { state } = result;
  const isAfter = state.status === 'resolved' && state.kind === 'nextRelease';
  return {
    issueId,
    outcome: 'changed',
    historyId,
    afterRelease: isAfter ? state.release : undefined,
  };
}
