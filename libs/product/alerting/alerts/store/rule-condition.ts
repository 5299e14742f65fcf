import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { toIssueState } from '#product/recording/issues';
import { asksForLatest, matchesEvent, parseSearch } from '#shared';
import type { Search, SearchedEvent, SearchedIssue } from '#shared';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { readLatestReleases } from '#product/recording/counts';
import type { Recording, RefreshedIssue } from '#product/recording/steps';
import type { RecordedEvent, GroupedEvent } from '#product/recording/reports';
import { findFirstSeen } from '#product/recording/releases';
import type { BatchIssue } from './batch-issues.ts';
import type { JudgingRule } from './rule-row.ts';

interface FilteredIssue {
  readonly each: BatchIssue;
  readonly events: readonly RecordedEvent[];
}

export async function filterByCondition(
  { transaction }: Recording,
  rule: JudgingRule,
  heard: readonly FilteredIssue[],
): Promise<readonly FilteredIssue[]> {
  if (rule.condition === '' || heard.length === 0) return heard;
  const parsed = parseSearch(rule.condition);
  // A rule whose condition cannot be parsed never fires. An earlier version may have accepted such
  // a condition.
  if (!parsed.ok) return heard.map(({ each }) => ({ each, events: [] }));
  const search = parsed.value;
  const assignees = await listAssignees(transaction, search, heard);
  const releasesFirstSeenMs = await listReleases(transaction, rule.projectId, { search, heard });
  const latest = asksForLatest(search)
    ? await readLatestReleases(transaction, sql`(select cast(${rule.projectId} as bigint) as id)`)
    : undefined;
  return heard.map(({ each, events }) => {
    const issue = toSearchedIssue(
      toStateAfterBatch(each),
      assignees.get(each.issue.assignee_id ?? 0),
    );
    const meant = events.filter(({ grouped }) =>
      matchesEvent(search, toSearchedEvent(grouped, issue), {
        nowMs: grouped.event.receivedAtMs,
        releasesFirstSeenMs,
        latestRelease: latest?.get(rule.projectId),
      }),
    );
    return { each, events: meant };
  });
}

/** Returns the issue as it is after this batch: an issue that regressed is unresolved again. */
function toStateAfterBatch({ issue, became }: BatchIssue): BatchIssue['issue'] {
  if (became === undefined || became === 'new') return issue;
  const kind = became === 'regressed' ? became : (issue.mute_reopens_as ?? 'new');
  return { ...issue, status: 'unresolved', status_kind: kind };
}

async function listAssignees(
  transaction: Transaction<Schema>,
  search: Search,
  heard: readonly FilteredIssue[],
): Promise<ReadonlyMap<number, string>> {
  if (!search.some(({ kind }) => kind === 'person')) return new Map();
  const ids = new Set(heard.flatMap(({ each }) => each.issue.assignee_id ?? []));
  const rows = await inChunks([...ids], (chunk) =>
    transaction.selectFrom('users').select(['id', 'email_key']).where('id', 'in', chunk).execute(),
  );
  return new Map(
    rows.flatMap(({ id, email_key }) => (email_key === null ? [] : [[id, email_key]])),
  );
}

async function listReleases(
  transaction: Transaction<Schema>,
  projectId: number,
  { search, heard }: { search: Search; heard: readonly FilteredIssue[] },
): Promise<ReadonlyMap<string, number>> {
  const compared = search.flatMap((term) =>
    term.kind === 'release' ? term.values.flatMap((value) => ('is' in value ? value.to : [])) : [],
  );
  if (compared.length === 0) return new Map();
  const sent = heard.flatMap(({ events }) =>
    events.flatMap(({ grouped }) => grouped.event.release ?? []),
  );
  return findFirstSeen(transaction, projectId, [...new Set([...compared, ...sent])]);
}

const NO_TAGS: ReadonlyMap<string, string> = new Map();

export function toSearchedEvent(
  { event, grouping }: Pick<GroupedEvent, 'event' | 'grouping'>,
  issue?: SearchedIssue,
): SearchedEvent {
  const { type, value: message, place } = grouping;
  const { level, tags = NO_TAGS } = event;
  return { level, type, message, place, tags, issue };
}

/**
 * Converts an issue's row for searches. The counts include the batch's events, but the state is
 * from before the batch. `assignee` is the normalised email of `row.assignee_id`.
 */
function toSearchedIssue(row: RefreshedIssue, assignee?: string): SearchedIssue {
  const { events, users, first_seen_at: firstSeenMs, last_seen_at: lastSeenMs } = row;
  const state = toIssueState(row);
  return {
    state,
    firstSeenMs,
    lastSeenMs,
    events,
    users,
    firstRelease: row.first_release ?? undefined,
    assignee,
  };
}
