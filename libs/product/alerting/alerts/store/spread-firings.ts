import type { Selectable, Transaction } from 'kysely';
import { alertLimits } from '#shared';
import { channelKindNames, channelKindOf } from '#product/alerting/channels/rules';
import { kindOf } from '../rules/alert-kinds.ts';
import { isEndWanted } from '../rules/ends.ts';
import { planMessage, restedPace } from '../rules/message-pace.ts';
import type { AlertPace } from '../rules/message-pace.ts';
import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import type { PersonalAlerts } from '../rules/personal-alerts.ts';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { compareText, inChunks } from '#persistence/stores';
import type { AlertFiringsTable } from './alert.tables.ts';
import { isFiringDue, toQueueDueMs } from './due.ts';
import { listPersonalAlerts } from './personal-alert-row.ts';
import { findReaders } from './rule-readers.ts';
import { toAlertRule } from './rule-row.ts';

const FIRINGS_AT_ONCE = 200;

/** Ends of issues wait so long for each other, so that a bulk change is one message. */
const ENDS_WAIT_MS = 10_000;

interface Firing extends Pick<
  Selectable<AlertFiringsTable>,
  'id' | 'rule_id' | 'user_id' | 'issue_id'
> {
  readonly reason: FiringReason;
}

interface Spreading {
  readonly transaction: Transaction<Schema>;
  readonly dialect: DatabaseDialect;
  readonly nowMs: number;
  readonly canMail: boolean;
}

/** Puts due firings into the queues of their destinations. Returns false when none was due. */
export async function spreadFirings(spreading: Spreading): Promise<boolean> {
  const { transaction, nowMs } = spreading;
  const firings = await claimFirings(spreading);
  if (firings.length === 0) return false;
  const incidents = new Set(firings.filter(isOfIncident).map(({ id }) => id));
  const ends = new Set(firings.filter(isEnd).map(({ id }) => id));
  const byDestination = await listDestinations(spreading, firings);
  for (const [destination, ids] of byDestination) {
    await addToQueue(spreading, destination, {
      first: ids.filter((id) => incidents.has(id)),
      ends: ids.filter((id) => ends.has(id)),
      last: ids.filter((id) => !incidents.has(id) && !ends.has(id)),
      waitMs: ids.every((id) => ends.has(id)) ? ENDS_WAIT_MS : 0,
    });
  }
  await transaction
    .updateTable('alert_firings')
    .set({ spread_at: nowMs })
    .where(
      'id',
      'in',
      firings.map(({ id }) => id),
    )
    .execute();
  return true;
}

function isOfIncident({ reason }: Firing): boolean {
  return kindOf(reason).incident !== undefined;
}

function isEnd({ reason }: Firing): boolean {
  return reason.kind === 'over';
}

async function claimFirings({ transaction, dialect, nowMs }: Spreading): Promise<Firing[]> {
  const due = transaction
    .selectFrom('alert_firings')
    .select(['id', 'rule_id', 'user_id', 'issue_id', 'reason'])
    .where('spread_at', 'is', null)
    .where(isFiringDue(nowMs))
    .orderBy('due_at')
    .orderBy('id')
    .limit(FIRINGS_AT_ONCE);
  const rows = await (dialect.hasConcurrentWriters ? due.forUpdate().skipLocked() : due).execute();
  return rows.map((row) => ({ ...row, reason: JSON.parse(row.reason) as FiringReason }));
}

/**
 * Lists the ids of firings by destination. All processes use the same order of destinations, so
 * their locks cannot deadlock.
 */
async function listDestinations(
  spreading: Spreading,
  firings: readonly Firing[],
): Promise<(readonly [destination: string, ids: readonly number[]])[]> {
  const byDestination = new Map<string, number[]>();
  const add = (destination: string, id: number): void => {
    const ids = byDestination.get(destination) ?? [];
    byDestination.set(destination, ids);
    ids.push(id);
  };
  const { transaction, canMail } = spreading;
  const rules = await listRules(transaction, firings);
  const listPeople = ({ rule_id, user_id }: Firing): readonly number[] =>
    canMail ? (rules.get(rule_id ?? 0)?.readers ?? [user_id ?? []].flat()) : [];
  const listOwn = (firing: Firing): readonly string[] => [
    ...(rules.get(firing.rule_id ?? 0)?.channels ?? []).map((channel) => `channel:${channel}`),
    ...listPeople(firing).map((person) => `user:${person}`),
  ];
  const told = await listTold(transaction, firings.filter(isEnd));
  const listAll = (firing: Firing): ReadonlySet<string> =>
    new Set([...listOwn(firing), ...(told.get(toToldKey(firing)) ?? [])]);
  const named = firings.map((firing) => ({ firing, destinations: listAll(firing) }));
  const everybody = named.flatMap(({ destinations }) => [...destinations]);
  const people = new Set(everybody.flatMap((each) => findUserOf(each) ?? []));
  const personal = await listPersonalAlerts(transaction, [...people]);
  const pagers = told.size > 0 ? await listPagers(transaction) : new Set<string>();
  for (const { firing, destinations } of named) {
    const { id, rule_id, reason } = firing;
    const { choice } = kindOf(reason);
    for (const destination of destinations) {
      const person = findUserOf(destination);
      if (person !== undefined && !(canMail && personal(person)[choice])) continue;
      const rule = rules.get(rule_id ?? 0);
      const isPager = pagers.has(destination);
      if (reason.kind === 'over' && !(rule && isEndWanted(rule, reason, isPager))) continue;
      add(destination, id);
    }
  }
  return [...byDestination].toSorted(([a], [b]) => compareText(a, b));
}

/** Returns the id of the issue that an end is about, deleted or not. */
function toIssueKey({ issue_id, reason }: Firing): number {
  return issue_id ?? (reason.kind === 'over' ? reason.issue?.id : undefined) ?? 0;
}

function toToldKey(end: Firing): string {
  return `${end.rule_id} ${toIssueKey(end)}`;
}

/** Lists by rule and issue who was told of it, also where the rule has lost a channel since. */
async function listTold(
  transaction: Transaction<Schema>,
  ends: readonly Firing[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rows = await inChunks(ends.map(toIssueKey), (chunk) =>
    transaction
      .selectFrom('alert_told')
      .select(['rule_id', 'issue_key', 'destination'])
      .where('issue_key', 'in', chunk)
      .where('state', '!=', 'over')
      .execute(),
  );
  const told = new Map<string, string[]>(ends.map((end) => [toToldKey(end), []]));
  for (const { rule_id, issue_key, destination } of rows) {
    told.get(`${rule_id} ${issue_key}`)?.push(destination);
  }
  return told;
}

async function listPagers(transaction: Transaction<Schema>): Promise<ReadonlySet<string>> {
  const kinds = channelKindNames.filter((kind) => channelKindOf(kind).isPager);
  const rows = await transaction
    .selectFrom('channels')
    .select('id')
    .where('kind', 'in', kinds)
    .execute();
  return new Set(rows.map(({ id }) => `channel:${id}`));
}

interface SpreadRule extends AlertRule {
  readonly readers: readonly number[];
}

async function listRules(
  transaction: Transaction<Schema>,
  firings: readonly Firing[],
): Promise<ReadonlyMap<number, SpreadRule>> {
  const ids = new Set(firings.flatMap(({ rule_id }) => rule_id ?? []));
  if (ids.size === 0) return new Map();
  const rows = await transaction
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
  const rules = new Map<number, SpreadRule>();
  for (const row of rows) {
    const rule = toAlertRule(row);
    const readers = rule.toMembers ? await findReaders(transaction, row.project_id) : [];
    rules.set(row.id, { ...rule, readers });
  }
  return rules;
}

async function addToQueue(
  { transaction, dialect, nowMs }: Spreading,
  destination: string,
  {
    first,
    ends,
    last,
    waitMs,
  }: {
    readonly first: readonly number[];
    readonly ends: readonly number[];
    readonly last: readonly number[];
    readonly waitMs: number;
  },
): Promise<void> {
  await transaction
    .insertInto('alert_queues')
    .values({ destination, firings: '[]', pace: JSON.stringify(restedPace) })
    .onConflict((conflict) => conflict.column('destination').doNothing())
    .execute();
  const query = transaction
    .selectFrom('alert_queues')
    .selectAll()
    .where('destination', '=', destination);
  const queue = await (
    dialect.hasConcurrentWriters ? query.forUpdate() : query
  ).executeTakeFirstOrThrow();
  const queued = JSON.parse(queue.firings) as number[];
  const falls = await listFalls(transaction, queued);
  // A full queue drops neither incidents nor ends, because their incident would stay open.
  const kept = last.slice(0, Math.max(0, alertLimits.firingsAwaiting - falls.size));
  const allEnds = [...queued.filter((id) => !falls.has(id)), ...ends];
  const keptEnds = await keepEnds(transaction, destination, allEnds);
  const pace = JSON.parse(queue.pace) as AlertPace;
  const plan = planMessage(pace, nowMs);
  const quiet = await findQuietHours(transaction, destination);
  const dueMs = Math.max(plan.dueMs, nowMs + waitMs);
  await transaction
    .updateTable('alert_queues')
    .set({
      firings: JSON.stringify([...first, ...falls, ...kept, ...keptEnds]),
      more: queue.more + last.length - kept.length,
      pace: JSON.stringify({ ...pace, isSummarising: plan.isSummarising }),
      due_at: Math.min(queue.due_at ?? Infinity, toQueueDueMs(quiet, dueMs, nowMs)),
    })
    .where('destination', '=', destination)
    .execute();
}

async function listFalls(
  transaction: Transaction<Schema>,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await inChunks(ids, (chunk) =>
    transaction
      .selectFrom('alert_firings')
      .select('id')
      .where('id', 'in', chunk)
      .where('is_end', '=', 0)
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/**
 * Beyond `alertLimits.endsAwaiting` keeps only ends of issues that the destination was told of, the
 * newest. The others would tell it nothing. The caller holds the queue.
 */
async function keepEnds(
  transaction: Transaction<Schema>,
  destination: string,
  ends: readonly number[],
): Promise<readonly number[]> {
  if (ends.length <= alertLimits.endsAwaiting) return ends;
  const told = await inChunks(ends, (chunk) =>
    transaction
      .selectFrom('alert_firings as f')
      .leftJoin('alert_told as t', (join) =>
        join.onRef('t.issue_key', '=', 'f.issue_id').on('t.destination', '=', destination),
      )
      .distinct()
      .select('f.id')
      .where('f.id', 'in', chunk)
      .where((end) => end.or([end('t.state', '!=', 'over'), end('f.issue_id', 'is', null)]))
      .execute(),
  );
  const newestLast = told.map(({ id }) => id).toSorted((a, b) => a - b);
  return newestLast.slice(-alertLimits.endsAwaiting);
}

export async function findQuietHours(
  transaction: Transaction<Schema>,
  destination: string,
): Promise<PersonalAlerts['quiet']> {
  const userId = findUserOf(destination);
  if (userId === undefined) return undefined;
  const personal = await listPersonalAlerts(transaction, [userId]);
  return personal(userId).quiet;
}

export function findUserOf(destination: string): number | undefined {
  return destination.startsWith('user:') ? Number(destination.slice('user:'.length)) : undefined;
}
