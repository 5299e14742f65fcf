import { sql } from 'kysely';
import { countInWindow, issueLimits } from '#shared';
import type { EventFacts, IssueState, MuteCounts } from '#shared';
import { MINUTE_MS, inChunks } from '#persistence/stores';
import { countUsers } from '#product/recording/counts';
import type { Recording, RefreshedIssue } from '#product/recording/steps';

export interface QuietIssue {
  readonly issue: RefreshedIssue;
  readonly state: IssueState;
  readonly facts: EventFacts;
  /** True when one of the new events names a user. */
  readonly hasUsers: boolean;
}

/**
 * Returns `EventFacts.withinWindow` of issues whose mute has a window. Events are counted in the
 * issue's row, so merging changes no count. Users are those of the newest stored events.
 */
export async function countMuteWindows(
  { transaction, dialect, nowMs: recordedMs }: Recording,
  quiet: readonly QuietIssue[],
): Promise<ReadonlyMap<number, number>> {
  const within = new Map<number, number>();
  const written: { readonly id: number; readonly counts: MuteCounts }[] = [];
  for (const { issue, state, facts, hasUsers } of quiet) {
    if (!('windowMinutes' in state) || state.windowMinutes === undefined) continue;
    const { kind, sinceMs, windowMinutes } = state;
    if (kind === 'events') {
      const before = issue.mute_counts === null ? undefined : readCounts(issue.mute_counts);
      const occurredAtMs = facts.arrived.map((each) => each.occurredAtMs);
      const mute = { sinceMs, windowMinutes, nowMs: recordedMs };
      const { counts, most } = countInWindow(mute, before, occurredAtMs);
      within.set(issue.id, most);
      written.push({ id: issue.id, counts });
    } else if (hasUsers) {
      const { nowMs } = facts;
      const firstStartMs = Math.max(sinceMs, nowMs - windowMinutes * MINUTE_MS) + 1;
      const users = await countUsers({ kysely: transaction, kind: dialect.kind }, [issue.id], {
        table: 'event_minutes',
        // Events occur at most a minute after their receipt.
        range: { firstStartMs, lastStartMs: nowMs, bucketMs: MINUTE_MS, count: 1 },
        eventsPerGroup: issueLimits.muteUsersInWindow,
      });
      within.set(issue.id, users.get(issue.id) ?? 0);
    }
  }
  await inChunks(written, async (chunk) => {
    const rows = chunk.map(
      ({ id, counts }) => sql`(cast(${id} as bigint), cast(${JSON.stringify(counts)} as text))`,
    );
    await sql`update issues set mute_counts = v.column2 from (values ${sql.join(rows)}) as v
      where issues.id = v.column1`.execute(transaction);
    return [];
  });
  return within;
}

function readCounts(value: string): MuteCounts {
  return JSON.parse(value) as MuteCounts;
}
