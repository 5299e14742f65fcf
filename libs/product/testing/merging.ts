import { eventAt, openTriage } from './triage.ts';
import { createGroupedEvent, createReport } from './reports.ts';
import type { EventTraits } from './reports.ts';
import type { EachDatabase } from './on-each-database.ts';
import { kyselyOf } from '#persistence/testing';
import { expectConsistent } from './consistency.ts';
import { NOON_MS } from './times.ts';

/**
 * Opens stores with one issue for each name, seen in this order within the last second before noon.
 * Returns helpers for specs of merging.
 */
export async function openMerging(openFresh: EachDatabase['openFresh'], ...names: string[]) {
  const opened = await openTriage(openFresh);
  const { stores, database } = opened;
  const { merges, triage, reports } = stores;
  const db = kyselyOf(database);
  let reportId = 1000;
  const ids: Record<string, number> = {};
  const record = async (name: string, afterNoonMs = 0, traits: EventTraits = {}) => {
    reportId += 1;
    const event = eventAt(afterNoonMs, { groupedBy: name, grouping: { value: name }, ...traits });
    const { events } = await reports.record([createReport(reportId, [createGroupedEvent(event)])]);
    return events[0]!.issueId;
  };
  for (const [index, name] of names.entries()) ids[name] = await record(name, index - 1000);
  const by = (nowMs = NOON_MS) => ({ byUserId: 1, nowMs });
  const idOf = (name: string): number => ids[name] ?? 0;
  return {
    ...opened,
    db,
    idOf,
    record,
    merge: (into: string, ...others: string[]) =>
      merges.merge({ issueIds: [into, ...others].map(idOf), intoId: idOf(into), ...by() }),
    unmerge: async (issue: string, ...groups: string[]) => {
      const issueId = idOf(issue);
      const listed = await merges.listGroups(issueId, { limit: 100, offset: 0 });
      const chosen = listed.groups.filter(({ value }) => groups.includes(value));
      return merges.unmerge({ issueId, groupIds: chosen.map(({ id }) => id), ...by() });
    },
    undo: async ({ historyId = 0 }: { readonly historyId?: number }) => {
      const [outcome] = await triage.undo({ historyIds: [historyId], ...by() });
      return outcome!;
    },
    expectSound: () => expectConsistent(db),
  };
}
