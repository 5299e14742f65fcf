import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { alertLimits, isAlertedEnvironment, parseSearch, planFiring } from '#shared';
import type { AlertRule, FiringTimes } from '#shared';
import type { KyselyDatabase } from '../../kysely-database.ts';
import type { Schema } from '../../schema.ts';
import { inChunks } from '../../statements/chunks.ts';
import { readCountFilter } from '../counts/count-filter.ts';
import { whereSearch } from '../search/where-search.ts';
import type { RulePreview } from './alert-rule.store.ts';
import { findQuiet } from './preview-quiet.ts';
import type { IsAtUser } from './preview-quiet.ts';
import { listCrossings, type PreviewedFiring } from './preview-thresholds.ts';

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
  readonly events: number;
  readonly users: number;
}

const LISTED = 20;

/** See `AlertRuleStore.preview`. */
export async function previewRule(
  database: KyselyDatabase,
  asked: Asked,
  isAtUser: IsAtUser,
): Promise<RulePreview> {
  const { kysely } = database;
  const active = await listActive(database, asked);
  const heard = await keepHeard(kysely, asked.rule, active);
  const times = [
    ...(asked.rule.onNew ? await listNew(kysely, heard, { nowMs: asked.nowMs, isAtUser }) : []),
    ...(await listReopened(kysely, asked, heard)),
    ...(await listCrossings(kysely, { ...asked, issueIds: heard.map(({ id }) => id) })),
  ];
  const fired = leavePauses(times);
  const byIssue = heard
    .map((issue) => ({ issue, times: fired.get(issue.id) ?? 0 }))
    .filter((each) => each.times > 0)
    .toSorted((a, b) => b.times - a.times || b.issue.id - a.issue.id);
  const ofProject = fired.get(0) ?? 0;
  return {
    fired: byIssue.reduce((sum, each) => sum + each.times, ofProject),
    ofProject,
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
    .select(['id', 'number', 'type', 'value', 'first_seen_at', 'events', 'users'])
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

async function listNew(
  db: Kysely<Schema>,
  issues: readonly PreviewedIssue[],
  { nowMs, isAtUser }: { readonly nowMs: number; readonly isAtUser: IsAtUser },
): Promise<PreviewedFiring[]> {
  const fresh = issues.filter(
    ({ first_seen_at }) => first_seen_at >= nowMs - alertLimits.previewMs,
  );
  const quiet = await findQuiet(db, fresh, isAtUser);
  return fresh
    .filter(({ id }) => !quiet.has(id))
    .map(({ id, first_seen_at }) => ({
      issueId: id,
      atMs: first_seen_at,
      reason: { kind: 'new' },
    }));
}

/** When issues regressed, and when events ended their mute. */
async function listReopened(
  db: Kysely<Schema>,
  { rule, nowMs }: Asked,
  issues: readonly PreviewedIssue[],
): Promise<PreviewedFiring[]> {
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
  return rows.flatMap(({ issue_id: issueId, at: atMs, from_value, to_value }) => {
    const [from, to] = [from_value, to_value].map((value) => readStatus(value));
    if (to !== 'unresolved' || !wanted.includes(from ?? '')) return [];
    const kind = from === 'resolved' ? 'regressed' : 'unmuted';
    return [{ issueId, atMs, reason: { kind } }];
  });
}

function readStatus(value: string | null): string | undefined {
  return (JSON.parse(value ?? '{}') as { status?: string }).status;
}

/** How often a rule tells of each issue that pauses after it has told (`planFiring`). */
function leavePauses(times: readonly PreviewedFiring[]): ReadonlyMap<number, number> {
  const latest = new Map<string, FiringTimes>();
  const fired = new Map<number, number>();
  for (const { issueId, atMs, reason } of times.toSorted((a, b) => a.atMs - b.atMs)) {
    const name = `${issueId} ${reason.kind}`;
    const dueMs = planFiring(latest.get(name), reason, atMs);
    if (dueMs === undefined) continue;
    latest.set(name, { atMs, dueMs });
    fired.set(issueId, (fired.get(issueId) ?? 0) + 1);
  }
  return fired;
}
