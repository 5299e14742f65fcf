import type { Selectable, Transaction } from 'kysely';
import { alertLimits } from '#shared';
import { kindOf } from '../rules/alert-kinds.ts';
import { planMessage, restedPace } from '../rules/message-pace.ts';
import type { AlertPace } from '../rules/message-pace.ts';
import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import type { PersonalAlerts } from '../rules/personal-alerts.ts';
import type { DatabaseDialect, Schema } from '#persistence/stores';
import { compareText } from '#persistence/stores';
import type { AlertFiringsTable } from './alert.tables.ts';
import { isFiringDue, toQueueDueMs } from './due.ts';
import { listPersonalAlerts } from './personal-alert-row.ts';
import { findReaders } from './rule-readers.ts';
import { toAlertRule } from './rule-row.ts';

const FIRINGS_AT_ONCE = 200;

type Firing = Pick<Selectable<AlertFiringsTable>, 'id' | 'rule_id' | 'user_id' | 'reason'>;

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
  const byDestination = await listDestinations(spreading, firings);
  for (const [destination, ids] of byDestination) {
    await addToQueue(spreading, destination, {
      first: ids.filter((id) => incidents.has(id)),
      last: ids.filter((id) => !incidents.has(id)),
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
  return kindOf(JSON.parse(reason) as FiringReason).incident !== undefined;
}

async function claimFirings({ transaction, dialect, nowMs }: Spreading): Promise<Firing[]> {
  const due = transaction
    .selectFrom('alert_firings')
    .select(['id', 'rule_id', 'user_id', 'reason'])
    .where('spread_at', 'is', null)
    .where(isFiringDue(nowMs))
    .orderBy('due_at')
    .orderBy('id')
    .limit(FIRINGS_AT_ONCE);
  return (dialect.hasConcurrentWriters ? due.forUpdate().skipLocked() : due).execute();
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
  const people = new Set(firings.flatMap(listPeople));
  const personal = await listPersonalAlerts(transaction, [...people]);
  for (const firing of firings) {
    const { id, rule_id, reason } = firing;
    for (const channel of rules.get(rule_id ?? 0)?.channels ?? []) add(`channel:${channel}`, id);
    const { choice } = kindOf(JSON.parse(reason) as FiringReason);
    for (const person of listPeople(firing)) {
      if (personal(person)[choice]) add(`user:${person}`, id);
    }
  }
  return [...byDestination].toSorted(([a], [b]) => compareText(a, b));
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
  { first, last }: { readonly first: readonly number[]; readonly last: readonly number[] },
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
  const awaiting = [...first, ...(JSON.parse(queue.firings) as number[]), ...last];
  const kept = awaiting.slice(0, alertLimits.firingsAwaiting);
  const pace = JSON.parse(queue.pace) as AlertPace;
  const plan = planMessage(pace, nowMs);
  const quiet = await findQuietHours(transaction, destination);
  await transaction
    .updateTable('alert_queues')
    .set({
      firings: JSON.stringify(kept),
      more: queue.more + awaiting.length - kept.length,
      pace: JSON.stringify({ ...pace, isSummarising: plan.isSummarising }),
      due_at: queue.due_at ?? toQueueDueMs(quiet, plan.dueMs, nowMs),
    })
    .where('destination', '=', destination)
    .execute();
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
