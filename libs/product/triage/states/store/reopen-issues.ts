import type { Transaction } from 'kysely';
import { applyEvents, findRegressedRelease, isAhead } from '#shared';
import type { EventFacts } from '#shared';
import type { Schema } from '#persistence/stores';
import { listResolvedReleases, toIssueState, writeStates } from '#product/recording/issues';
import { findFirstSeen } from '#product/recording/releases';
import { toPortableText } from '#persistence/stores';
import type { RecordingStep, RefreshedIssue } from '#product/recording/steps';
import type { GroupedEvent } from '#product/recording/reports';
import { countMuteWindows } from './count-mute-windows.ts';
import { noteRegressions } from './note-regressions.ts';

/**
 * Reopens resolved issues and ends mutes when the recorded events require it. Reads nothing unless
 * an issue is resolved by release or muted with a window. Writes nothing unless such a mute counts,
 * or an issue changes its state.
 */
export const reopenIssues: RecordingStep = {
  locks: 'issues',
  async run(recording) {
    const { transaction, events, issues, nowMs, regressed, unmuted } = recording;
    const quiet = issues.filter(({ status }) => status !== 'unresolved');
    if (quiet.length === 0) return;
    const arrivals = new Map(quiet.map(({ id }) => [id, [] as GroupedEvent[]]));
    for (const { grouped, issueId } of events.values()) arrivals.get(issueId)?.push(grouped);
    const releases = await findReleaseTimes(transaction, quiet, arrivals);
    const regressedIn = new Map<number, string | undefined>();
    const met = quiet.map((issue) => {
      const stored = toIssueState(issue);
      const arrived = arrivals.get(issue.id) ?? [];
      return {
        issue,
        stored,
        // A state that begins in the future is older, because the clock was set back since.
        state: isAhead(stored.sinceMs, nowMs) ? { ...stored, sinceMs: 0 } : stored,
        facts: toFacts(issue, arrived, releases.get(issue.project_id) ?? new Map()),
        hasUsers: arrived.some(({ userHash }) => userHash !== undefined),
      };
    });
    const within = await countMuteWindows(recording, met);
    const changes = met.flatMap(({ issue: { id: issueId }, stored, state: from, facts }) => {
      const to = applyEvents(from, { ...facts, withinWindow: within.get(issueId) ?? 0 });
      if (to !== from && from.status === 'resolved') {
        regressedIn.set(issueId, findRegressedRelease(from, facts));
      }
      return to === from ? [] : [{ issueId, from: stored, to, atMs: facts.nowMs }];
    });
    for (const { issueId, from } of changes) {
      (from.status === 'resolved' ? regressed : unmuted).add(issueId);
    }
    await writeStates(transaction, changes);
    await noteRegressions(transaction, regressedIn);
  },
};

function toFacts(
  { events, users }: RefreshedIssue,
  arrived: readonly GroupedEvent[],
  firstSeenMs: ReadonlyMap<string, number>,
): EventFacts {
  return {
    nowMs: arrived.reduce((latest, { event }) => Math.max(latest, event.receivedAtMs), 0),
    events,
    users,
    arrived: arrived.map(({ event }) => ({
      occurredAtMs: event.occurredAtMs,
      release: event.release === undefined ? undefined : toPortableText(event.release),
    })),
    firstSeenMs,
  };
}

async function findReleaseTimes(
  transaction: Transaction<Schema>,
  issues: readonly RefreshedIssue[],
  arrivals: ReadonlyMap<number, readonly GroupedEvent[]>,
): Promise<ReadonlyMap<number, ReadonlyMap<string, number>>> {
  const names = new Map<number, Set<string>>();
  for (const issue of issues) {
    const resolved = listResolvedReleases(issue);
    if (resolved.length === 0) continue;
    const ofProject = names.get(issue.project_id) ?? new Set<string>();
    names.set(issue.project_id, ofProject);
    for (const release of resolved) ofProject.add(release);
    for (const { event } of arrivals.get(issue.id) ?? []) {
      if (event.release !== undefined) ofProject.add(toPortableText(event.release));
    }
  }
  const times = new Map<number, ReadonlyMap<string, number>>();
  for (const [projectId, releases] of names) {
    times.set(projectId, await findFirstSeen(transaction, projectId, [...releases]));
  }
  return times;
}
