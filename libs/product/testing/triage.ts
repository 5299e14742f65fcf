import type { IssueChange } from '#shared';
import type { EventTraits } from './reports.ts';
import type { EachDatabase } from './on-each-database.ts';
import { NOON_MS } from './times.ts';

export const ANN = 1;
export const BOB = 2;

export async function openTriage(openFresh: EachDatabase['openFresh']) {
  const fresh = await openFresh('app', 'web');
  const { issues, triage } = fresh.stores;
  return {
    ...fresh,
    issues,
    triage,
    change: (
      issueIds: readonly number[],
      change: IssueChange,
      by = { user: ANN, nowMs: NOON_MS },
    ) => triage.change({ issueIds, change, byUserId: by.user, nowMs: by.nowMs }),
    stateOf: async (issueId: number, nowMs = NOON_MS) => (await issues.find(issueId, nowMs))?.state,
    historyOf: (issueId: number) =>
      triage.listHistory(issueId, { order: 'oldestFirst', limit: 100 }),
  };
}

export function eventAt(afterNoonMs: number, traits: EventTraits = {}): EventTraits {
  const atMs = NOON_MS + afterNoonMs;
  return { ...traits, event: { occurredAtMs: atMs, receivedAtMs: atMs, ...traits.event } };
}

export async function openTriagedIssues(openFresh: EachDatabase['openFresh'], count: number) {
  const opened = await openTriage(openFresh);
  const ids = Array.from({ length: count }, (_, index) => index + 1);
  await opened.record(...ids.map((id) => eventOf(id, -1000)));
  return opened;
}

/**
 * Returns an event of the issue `issueId`. A report creates issues in the order of their grouping
 * keys, so the grouping key can be computed from the id.
 */
export function eventOf(issueId: number, afterNoonMs: number): EventTraits {
  return eventAt(afterNoonMs, {
    grouping: { keys: [{ version: 1, key: `${issueId}`.padStart(32, '0') }] },
  });
}
