import { applyEvents, findRegressedRelease, toCurrentState } from '#shared';
import type { EventFacts, IssueState } from '#shared';
import type { LockedIssue, Triage } from '#product/recording/issues';
import {
  refreshIssues,
  listResolvedReleases,
  toIssueState,
  writeStates,
} from '#product/recording/issues';
import type { RefreshedIssue } from '#product/recording/steps';
import { findFirstSeen } from '#product/recording/releases';
import { noteRegressions } from '../note-regressions.ts';
import { recountSharedUsers } from './recount-users.ts';

export interface KeyMove {
  readonly from: number;
  readonly to: number;
  readonly keyIds: readonly number[];
}

interface Settling {
  readonly before: ReadonlyMap<number, LockedIssue>;
  readonly moves: readonly KeyMove[];
  readonly nowMs: number;
}

/**
 * Recounts issues whose grouping keys have moved, and updates their states. A mute until a number
 * of events or users keeps its count. An issue that gets grouping keys from an unresolved issue may
 * reopen, as it would for new events.
 *
 * `issueIds` are the issues that have grouping keys now. Returns the ids of history rows about
 * states, by issue.
 */
export async function settleIssues(
  triage: Triage,
  issueIds: readonly number[],
  { before, moves, nowMs }: Settling,
): Promise<ReadonlyMap<number, number>> {
  const { transaction } = triage;
  await recountSharedUsers(transaction, issueIds);
  const changes = [];
  const regressedIn = new Map<number, string | undefined>();
  for (const issue of await refreshIssues(triage, new Set(issueIds))) {
    const from = await shiftBaseline(triage, issue, before.get(issue.id));
    const unresolved = moves.filter((gift) => {
      const giver = before.get(gift.from);
      return gift.to === issue.id && giver && isUnresolved(toIssueState(giver), nowMs);
    });
    const keyIds = unresolved.flatMap((gift) => gift.keyIds);
    if (keyIds.length === 0 || isUnresolved(from, nowMs)) continue;
    const facts = { ...(await readFacts(triage, issue, keyIds)), nowMs };
    const to = applyEvents(from, facts);
    if (to === from) continue;
    changes.push({ issueId: issue.id, from, to, atMs: nowMs });
    if (from.status === 'resolved') regressedIn.set(issue.id, findRegressedRelease(from, facts));
  }
  await noteRegressions(transaction, regressedIn);
  return writeStates(transaction, changes);
}

function isUnresolved(state: IssueState, nowMs: number): boolean {
  return toCurrentState(state, nowMs).status === 'unresolved';
}

/**
 * Changes a mute's baseline by the counts of the moved keys, so that the mute waits for as many
 * more events or users as before. An issue that was merged until now keeps its baseline, because
 * events of its keys have counted meanwhile.
 */
async function shiftBaseline(
  { transaction }: Triage,
  issue: RefreshedIssue,
  before: LockedIssue | undefined,
): Promise<IssueState> {
  const state = toIssueState(issue);
  const isCounting =
    state.status === 'muted' && (state.kind === 'events' || state.kind === 'users');
  if (!isCounting || !before || before.merged_into !== null) return state;
  const baseline = state.baseline + issue[state.kind] - before[state.kind];
  await transaction
    .updateTable('issues')
    .set({ mute_baseline: baseline })
    .where('id', '=', issue.id)
    .execute();
  return { ...state, baseline };
}

/**
 * Reads the facts that may reopen an issue. The newest event of each key represents all its events.
 */
async function readFacts(
  { transaction }: Triage,
  issue: RefreshedIssue,
  keyIds: readonly number[],
): Promise<Omit<EventFacts, 'nowMs'>> {
  const { project_id, events, users } = issue;
  const keys = await transaction
    .selectFrom('grouping_keys')
    .select(['last_seen_at', 'last_release'])
    .where('id', 'in', keyIds)
    .execute();
  const arrived = keys.map(({ last_seen_at: occurredAtMs, last_release: release }) => ({
    occurredAtMs,
    release: release ?? undefined,
  }));
  const named = [
    ...listResolvedReleases(issue),
    ...keys.flatMap(({ last_release }) => last_release ?? []),
  ];
  const releases = [...new Set(named)];
  const firstSeenMs = await findFirstSeen(transaction, project_id, releases);
  return { events, users, arrived, firstSeenMs };
}
