import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { alertLimits, parseSearch } from '#shared';
import { isAlertedEnvironment } from '../rules/alert-rule.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import { readCountFilter } from '#product/recording/counts';
import { whereSearch } from '#product/recording/issues';

interface Asked {
  readonly rule: AlertRule;
  readonly projectId: number;
  readonly nowMs: number;
  readonly issueIds?: readonly number[];
}

interface MatchingIssue {
  readonly id: number;
  readonly number: number;
  readonly type: string;
  readonly value: string;
}

/**
 * Lists issues that match the rule now, most recently seen first. `isPartial` is true when the list
 * reached its limit.
 */
export async function listMatching(
  database: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  asked: Asked,
): Promise<{ readonly issues: readonly MatchingIssue[]; readonly isPartial: boolean }> {
  const active = await listActive(database, asked);
  const issues = await filterByEnvironment(database.kysely, asked.rule, active);
  return { issues, isPartial: active.length === alertLimits.previewIssues };
}

async function listActive(
  database: Pick<KyselyDatabase, 'kysely' | 'kind'>,
  { rule, projectId, nowMs, issueIds }: Asked,
): Promise<MatchingIssue[]> {
  const { kysely, kind } = database;
  const parsed = parseSearch(rule.condition);
  if (!parsed.ok) return [];
  const search = parsed.value;
  const counts = await readCountFilter(database, { search, projectIds: [projectId] });
  return kysely
    .selectFrom('issues')
    .select(['id', 'number', 'type', 'value'])
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

/**
 * Keeps issues whose newest event is in an environment of the rule. Also keeps issues whose newest
 * event never had a payload, because its environment is unknown.
 */
async function filterByEnvironment(
  db: Kysely<Schema>,
  rule: AlertRule,
  issues: readonly MatchingIssue[],
): Promise<readonly MatchingIssue[]> {
  if (rule.environments.are === 'except' && rule.environments.patterns.length === 0) return issues;
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
      .where((event) =>
        event.or([event('not_kept', 'is', null), event('not_kept', 'in', ['thinned', 'erased'])]),
      )
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
