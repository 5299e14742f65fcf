import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { alertLimits, parseSearch } from '#shared';
import type { Search, SearchTerm } from '#shared';
import type { KyselyDatabase } from '#persistence/stores';
import { DAY_MS, HOUR_MS, toIdList, toIdParameter } from '#persistence/stores';
import {
  countBuckets,
  readCountFilter,
  toKeptFrom,
  whereCounted,
  whereHasCounted,
} from '#product/recording/counts';
import type { CountFilter } from '#product/recording/counts';
import { readState, whereSearch } from '#product/recording/issues';
import { sumByEnvironment } from '#product/recording/release-health';
import type { AlertRule } from '../rules/alert-rule.ts';
import { hasCrashFree } from '../rules/crash-free.ts';
import { countAlerts, forecastCrashFree, forecastThreshold } from '../rules/forecast.ts';
import type { CountedBucket, Estimate, ForecastFinding } from '../rules/forecast.ts';
import { listJudgedRules } from './rule-row.ts';
import type { ForecastKind, RuleForecast } from './alert-rule.types.ts';

type Database = Pick<KyselyDatabase, 'kysely' | 'kind'>;

interface Asked {
  readonly database: Database;
  readonly rule: AlertRule;
  readonly search: Search;
  readonly projectId: number;
  readonly nowMs: number;
  readonly sinceMs: number;
  /** Allows the releases of the search and the environments of the rule. */
  readonly counts: CountFilter;
}

type Issues = Awaited<ReturnType<typeof listIssues>>;
type Forecast = (asked: Asked, issues: Issues) => Estimate | number | Promise<Estimate | number>;

/** Search keys that all events of an issue share, or by which events are counted. */
const COUNTED =
  /^(?:level|assigned|type|message|place|(?:first|times)Seen|users|release|firstRelease|environment)$/;

/**
 * Says how many alerts the rule would have raised in the last 14 days, by what is stored. Looks at
 * the issues that match the condition now, whatever their state is.
 */
export async function forecastRule(
  database: Database,
  rule: AlertRule,
  at: { readonly projectId: number; readonly nowMs: number },
): Promise<RuleForecast> {
  const parsed = parseSearch(rule.condition);
  const terms = parsed.ok
    ? parsed.value.filter((term) => !('key' in term && term.key === 'is'))
    : [];
  const search = [...terms, toTerm(rule)];
  const counts = (await readCountFilter(database, { search, projectIds: [at.projectId] }))!;
  const sinceMs = at.nowMs - alertLimits.previewMs;
  const asked = { ...at, database, rule, search, counts, sinceMs };
  const found = parsed.ok ? await listIssues(asked) : [];
  const issues = found.slice(0, alertLimits.forecastIssues);
  const canCount = search.every(isCounted);
  const kinds: readonly (readonly [ForecastKind, Forecast | undefined, unknown])[] = [
    ['new', countNew, rule.onNew],
    ['regressed', (...all) => countReopened('resolved', ...all), rule.onRegressed],
    ['unmuted', (...all) => countReopened('muted', ...all), rule.onUnmuted],
    ['feedback', countFeedback, rule.onFeedback],
    ['events', canCount ? estimateEvents : undefined, rule.events],
    // Nothing stored says which users came within the same hour.
    ['users', undefined, rule.users],
    ['crashFree', countSessions, rule.crashFree],
  ];
  const parts: RuleForecast['parts'][number][] = [];
  const unknown: ForecastKind[] = [];
  for (const [kind, forecast, isOn] of kinds) {
    if (!isOn) continue;
    const made = await forecast?.(asked, issues);
    if (made === undefined) unknown.push(kind);
    else if (typeof made === 'number') parts.push({ kind, about: made, least: made, most: made });
    else parts.push({ kind, ...made });
  }
  const isCut = issues.length < found.length || parts.some(({ isAtLeast }) => isAtLeast);
  return { parts, unknown, isAtLeast: isCut };
}

function isCounted(term: SearchTerm): boolean {
  return term.kind === 'text' || (term.kind !== 'tag' && COUNTED.test(term.key));
}

function toIds({ kind }: Pick<Database, 'kind'>, rows: readonly { readonly id: number }[]) {
  const ids = rows.map(({ id }) => id);
  return toIdList(kind, toIdParameter(kind, ids));
}

/** Asks for the environments of a rule as a search does. */
function toTerm({ environments: { are, patterns } }: AlertRule): SearchTerm {
  const values = patterns.map((pattern) => pattern.split('*'));
  return { kind: 'name', key: 'environment', values, isNegated: are === 'except', at: 0, end: 0 };
}

/**
 * Returns the condition that an issue was new to a rule without a search, in an environment of both
 * rules, and raised no alert.
 */
async function readIsUntold(database: Database, rule: AlertRule, projectId: number) {
  const conditions: RawBuilder<unknown>[] = [sql`1 = 0`];
  for (const other of await listJudgedRules(database.kysely, [projectId])) {
    if (!other.onNew || other.condition !== '') continue;
    const ofBoth = { search: [toTerm(rule), toTerm(other)], projectIds: [projectId] };
    const counts = (await readCountFilter(database, ofBoth))!;
    conditions.push(sql`(exists (
      select 1 from alert_untold u where u.issue_id = issues.id and u.rule_id = ${other.id})
      and ${whereHasCounted(database.kind, counts)})`);
  }
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`;
}

/** Lists matching issues, most recently seen first, at most one more than are counted. */
async function listIssues({ database, rule, search, counts, projectId, nowMs, sinceMs }: Asked) {
  const { kysely, kind } = database;
  const isUntold = await readIsUntold(database, rule, projectId);
  return kysely
    .selectFrom('issues')
    .select(['id', 'first_seen_at', 'events', 'users', 'status'])
    .select(isUntold.as('is_untold'))
    .where('project_id', '=', projectId)
    .where('merged_into', 'is', null)
    .where('last_seen_at', '>=', sinceMs)
    .where(sql<boolean>`(${whereSearch(search, { kind, nowMs, selfId: undefined, counts })})`)
    .orderBy('last_seen_at', 'desc')
    .limit(alertLimits.forecastIssues + 1)
    .execute();
}

/**
 * An issue of few events and users raises no alert when browsers sent it. Nothing stored says who
 * sent it, except that other rules raised no alert about it.
 */
function countNew({ sinceMs }: Asked, issues: Issues): number {
  const { minEvents, minUsers } = alertLimits;
  return issues.filter(
    ({ first_seen_at, events, users, is_untold }) =>
      first_seen_at >= sinceMs && (events >= minEvents || users >= minUsers || !is_untold),
  ).length;
}

async function countReopened(
  was: 'resolved' | 'muted',
  { database, rule, counts, sinceMs }: Asked,
  issues: Issues,
): Promise<number> {
  // The event that reopened the issue counts in the hour in which it occurred.
  const { rows } = await sql<{ issueId: number; atMs: number; from: string; to: string }>`
    select h.issue_id as "issueId", h.at as "atMs", from_value as "from", to_value as "to"
    from issue_history h
    where h.issue_id in ${toIds(database, issues)} and h.what = 'state' and h.by_user is null
      and h.at >= ${sinceMs} and exists (
        select 1 from grouping_keys k cross join event_hours b
        where k.issue_id = h.issue_id and b.grouping_key_id = k.id
          and b.starts_at between h.at - ${sql.lit(2 * HOUR_MS)} and h.at
          and ${whereCounted(database.kind, 'b', counts)})`.execute(database.kysely);
  const isReopened = (from: string, to: string): boolean =>
    readState(from).status === was && readState(to).status === 'unresolved';
  const reopened = rows.filter(({ from, to }) => isReopened(from, to));
  return countAlerts(rule, { kind: 'regressed' }, reopened);
}

async function countFeedback(asked: Asked, issues: Issues): Promise<number> {
  const { database, rule, projectId, sinceMs } = asked;
  const { rows } = await sql<ForecastFinding>`
    select k.issue_id as "issueId", f.received_at as "atMs"
    from feedback f
    join events e on e.project_id = f.project_id and e.event_id = f.event_id
    join grouping_keys k on k.id = e.grouping_key_id
    where f.project_id = ${projectId} and f.received_at >= ${sinceMs}
      and k.issue_id in ${toIds(database, issues)}`.execute(database.kysely);
  return countAlerts(rule, { kind: 'feedback' }, rows);
}

/** Leaves muted issues out, because they raise no alert. */
async function estimateEvents(asked: Asked, issues: Issues): Promise<Estimate> {
  const { rule, nowMs, sinceMs } = asked;
  const threshold = rule.events!;
  const { of, count } = threshold;
  const counted = issues.filter(
    ({ status, events }) => status !== 'muted' && (of === 'project' || events >= count),
  );
  const hours = await listBuckets(asked, counted, { table: 'event_hours', fromMs: sinceMs, count });
  const keptFromMs = Math.max(sinceMs, toKeptFrom(countBuckets[0], nowMs));
  const fromMs = Math.ceil(keptFromMs / HOUR_MS) * HOUR_MS;
  const often = new Set(hours.map(({ issueId }) => issueId));
  const ofOften = counted.filter(({ id }) => of === 'project' || often.has(id));
  const minutes = await listBuckets(asked, ofOften, { table: 'event_minutes', fromMs, count: 1 });
  const isAtLeast = [hours, minutes].some(({ length }) => length === alertLimits.forecastRows);
  return {
    ...forecastThreshold(rule, threshold, { hours, minutes, minutesFromMs: fromMs }),
    isAtLeast,
  };
}

async function listBuckets(
  { database, rule, counts }: Asked,
  issues: Issues,
  { table, fromMs, count }: { table: string; fromMs: number; count: number },
): Promise<CountedBucket[]> {
  const { kind } = database;
  // A burst may be half in the next hour, so an hour stays when it has enough with those beside it.
  const isEnough =
    rule.events!.of === 'project'
      ? sql`1 = 1`
      : sql`sum(b.events) >= ${count} or sum(b.events) + (
          select coalesce(sum(n.events), 0) from event_hours n
          where n.grouping_key_id = k.id and ${whereCounted(kind, 'n', counts)}
            and n.starts_at in (b.starts_at - ${sql.lit(HOUR_MS)}, b.starts_at + ${sql.lit(HOUR_MS)})
        ) >= ${count}`;
  // Both keys of an index come first, so that SQLite need not sort all counts.
  const [issueId, ofIssue] =
    rule.events!.of === 'issue' ? [sql`k.issue_id`, sql`k.issue_id, k.id,`] : [sql`0`, sql``];
  const { rows } = await sql<ForecastFinding & { events: number | string }>`
    select ${issueId} as "issueId", b.starts_at as "atMs", sum(b.events) as events
    from grouping_keys k cross join ${sql.table(table)} b
    where k.issue_id in ${toIds(database, issues)} and b.grouping_key_id = k.id
      and b.starts_at >= ${fromMs} and ${whereCounted(kind, 'b', counts)}
    group by ${ofIssue} b.starts_at having ${isEnough}
    limit ${sql.lit(alertLimits.forecastRows)}`.execute(database.kysely);
  return rows.map((row) => ({ ...row, events: Number(row.events) }));
}

async function countSessions({ database, rule, projectId, ...times }: Asked) {
  if (!hasCrashFree(rule)) return 0;
  // A day more shows whether the release was under the limit before.
  const beforeMs = DAY_MS + rule.crashFree.hours * HOUR_MS;
  const limit = alertLimits.forecastSessionRows;
  const asked = { projectId, sinceMs: times.sinceMs - beforeMs, byHour: { limit } };
  const hours = await sumByEnvironment(database.kysely, asked);
  const isAtLeast = hours.length === limit;
  const fromMs = isAtLeast ? hours.at(-1)!.startsAtMs + beforeMs : 0;
  const since = { ...times, sinceMs: Math.max(times.sinceMs, fromMs) };
  const about = forecastCrashFree(rule, hours, since);
  return { about, least: about, most: about, isAtLeast };
}
