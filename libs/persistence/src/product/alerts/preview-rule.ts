import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { alertLimits, isAlertedEnvironment, parseSearch } from '#shared';
import type { AlertRule } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { MINUTE_MS } from '../../statements/buckets.ts';
import { inChunks } from '../../statements/chunks.ts';
import { readCountFilter } from '../counts/count-filter.ts';
import { whereSearch } from '../search/where-search.ts';
import type { RulePreview } from './alert-rule.store.ts';

interface Asked {
  readonly rule: AlertRule;
  readonly projectId: number;
  readonly nowMs: number;
  /** Of these issues alone. */
  readonly issueIds?: readonly number[];
}

interface PreviewedIssue {
  readonly id: number;
  readonly number: number;
  readonly type: string;
  readonly value: string;
  readonly first_seen_at: number;
}

const LISTED = 20;

/** See `AlertRuleStore.preview`. */
export async function previewRule(database: KyselyDatabase, asked: Asked): Promise<RulePreview> {
  const { kysely } = database;
  const active = await listActive(database, asked);
  const heard = await keepHeard(kysely, asked.rule, active);
  const times = [
    ...(asked.rule.onNew ? listNew(heard, asked.nowMs) : []),
    ...(await listReopened(kysely, asked, heard)),
    ...(await listCrossings(kysely, asked, heard)),
  ];
  const fired = leaveRests(times);
  const byIssue = heard
    .map((issue) => ({ issue, times: fired.get(issue.id)?.length ?? 0 }))
    .filter((each) => each.times > 0)
    .toSorted((a, b) => b.times - a.times || b.issue.id - a.issue.id);
  return {
    fired: byIssue.reduce((sum, each) => sum + each.times, 0),
    issueCount: byIssue.length,
    issues: byIssue
      .slice(0, LISTED)
      .map(({ issue: { id, number, type, value }, times: count }) => ({
        id,
        number,
        type,
        value,
        times: count,
      })),
    isPartial: active.length === alertLimits.previewIssues,
  };
}

/** The issues that the rule looks at, those that were seen last first. */
export async function listMatching(
  database: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  asked: Asked,
): Promise<readonly Pick<PreviewedIssue, 'id'>[]> {
  return keepHeard(database.kysely, asked.rule, await listActive(database, asked));
}

/** The issues that were seen last of which the condition holds. */
async function listActive(
  database: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  { rule, projectId, nowMs, issueIds }: Asked,
): Promise<PreviewedIssue[]> {
  const { kysely, kind } = database;
  const parsed = parseSearch(rule.condition);
  const search = parsed.ok ? parsed.value : [];
  const counts = await readCountFilter(database, { search, projectIds: [projectId] });
  return kysely
    .selectFrom('issues')
    .select(['id', 'number', 'type', 'value', 'first_seen_at'])
    .where('project_id', '=', projectId)
    .where('merged_into', 'is', null)
    .$if(issueIds !== undefined, (issues) => issues.where('id', 'in', issueIds ?? []))
    .$if(issueIds === undefined, (issues) =>
      issues.where('last_seen_at', '>=', nowMs - alertLimits.previewMs),
    )
    .where(sql<boolean>`(${whereSearch(search, { kind, nowMs, selfId: undefined, counts })})`)
    .orderBy('last_seen_at', 'desc')
    .limit(alertLimits.previewIssues)
    .execute();
}

/** Those with an event in an environment of the rule, and those of which no event is kept that tells. */
async function keepHeard(
  db: Kysely<Schema>,
  rule: AlertRule,
  issues: readonly PreviewedIssue[],
): Promise<PreviewedIssue[]> {
  if (rule.environments.are === 'except' && rule.environments.patterns.length === 0) {
    return [...issues];
  }
  const rows = await inChunks(issues, (chunk) =>
    db
      .selectFrom('grouping_keys')
      .innerJoin('events', 'events.id', 'grouping_keys.newest_event_id')
      .select(['issue_id', 'environment'])
      .where(
        'issue_id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('not_kept', 'is', null)
      .execute(),
  );
  const known = new Set(rows.map(({ issue_id }) => issue_id));
  const heard = new Set(
    rows
      .filter(({ environment }) =>
        isAlertedEnvironment(rule.environments, environment ?? undefined),
      )
      .map(({ issue_id }) => issue_id),
  );
  return issues.filter(({ id }) => heard.has(id) || !known.has(id));
}

interface Time {
  readonly issueId: number;
  readonly atMs: number;
}

function listNew(issues: readonly PreviewedIssue[], nowMs: number): Time[] {
  return issues
    .filter(({ first_seen_at }) => first_seen_at >= nowMs - alertLimits.previewMs)
    .map(({ id, first_seen_at }) => ({ issueId: id, atMs: first_seen_at }));
}

/** When issues regressed, and when events ended their mute. */
async function listReopened(
  db: Kysely<Schema>,
  { rule, nowMs }: Asked,
  issues: readonly PreviewedIssue[],
): Promise<Time[]> {
  const wanted = [...(rule.onRegressed ? ['resolved'] : []), ...(rule.onUnmuted ? ['muted'] : [])];
  if (wanted.length === 0) return [];
  const rows = await inChunks(issues, (chunk) =>
    db
      .selectFrom('issue_history')
      .select(['issue_id', 'at', 'from_value', 'to_value'])
      .where(
        'issue_id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('what', '=', 'state')
      .where('by_user', 'is', null)
      .where('at', '>=', nowMs - alertLimits.previewMs)
      .execute(),
  );
  return rows
    .filter(({ from_value, to_value }) => {
      const [from, to] = [from_value, to_value].map((value) => readStatus(value));
      return to === 'unresolved' && wanted.includes(from ?? '');
    })
    .map(({ issue_id, at }) => ({ issueId: issue_id, atMs: at }));
}

function readStatus(value: string | null): string | undefined {
  return (JSON.parse(value ?? '{}') as { status?: string }).status;
}

/** The minutes in which issues reached a threshold of events. */
async function listCrossings(
  db: Kysely<Schema>,
  { rule, nowMs }: Asked,
  issues: readonly PreviewedIssue[],
): Promise<Time[]> {
  const { events: threshold } = rule;
  if (threshold?.of !== 'issue') return [];
  const rows = await inChunks(issues, (chunk) =>
    db
      .selectFrom('event_minutes')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'event_minutes.grouping_key_id')
      .select([
        'issue_id',
        'starts_at',
        sql<number | string>`sum(event_minutes.events)`.as('count'),
      ])
      .where(
        'issue_id',
        'in',
        chunk.map(({ id }) => id),
      )
      .where('starts_at', '>=', nowMs - alertLimits.previewThresholdMs)
      .groupBy(['issue_id', 'starts_at'])
      .orderBy('issue_id')
      .orderBy('starts_at')
      .execute(),
  );
  return findReached(
    rows.map(({ issue_id, starts_at, count }) => ({
      issueId: issue_id!,
      atMs: starts_at,
      count: Number(count),
    })),
    threshold,
  );
}

/** The minutes with which a window reaches the threshold. They are sorted by issue and time. */
function findReached(
  minutes: readonly (Time & { readonly count: number })[],
  { count: wanted, minutes: length }: { readonly count: number; readonly minutes: number },
): Time[] {
  const reached: Time[] = [];
  let first = 0;
  let sum = 0;
  for (const [index, { issueId, atMs, count }] of minutes.entries()) {
    if (minutes[first]!.issueId !== issueId) [first, sum] = [index, 0];
    sum += count;
    for (; minutes[first]!.atMs <= atMs - length * MINUTE_MS; first += 1) {
      sum -= minutes[first]!.count;
    }
    if (sum >= wanted) reached.push({ issueId, atMs });
  }
  return reached;
}

/** When a rule fires that rests for an issue after it has fired. */
function leaveRests(times: readonly Time[]): ReadonlyMap<number, readonly number[]> {
  const fired = new Map<number, number[]>();
  for (const { issueId, atMs } of times.toSorted((a, b) => a.atMs - b.atMs)) {
    const known = fired.get(issueId) ?? [];
    fired.set(issueId, known);
    if (atMs >= (known.at(-1) ?? -Infinity) + alertLimits.restMs) known.push(atMs);
  }
  return fired;
}
