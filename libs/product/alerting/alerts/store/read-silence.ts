import { expressionBuilder } from 'kysely';
import type { Kysely } from 'kysely';
import { alertLimits, isOver } from '#shared';
import { planMessage, restedPace } from '../rules/message-pace.ts';
import { toEndOfQuiet } from '../rules/quiet-hours.ts';
import type { AlertPace } from '../rules/message-pace.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import type { QuietHours } from '../rules/quiet-hours.ts';
import type { Schema } from '#persistence/stores';
import { readJudgedRelease } from './judge-crash-free.ts';
import type { RuleSilence, RuleWait } from './alert-rule.types.ts';
import { listPersonalAlerts } from './personal-alert-row.ts';
import { findReaders } from './rule-readers.ts';
import { toJudgingRule } from './rule-row.ts';

interface Asked {
  readonly ruleId: number;
  readonly nowMs: number;
  readonly canMail: boolean;
}

export async function readSilence(
  db: Kysely<Schema>,
  { ruleId, nowMs, canMail }: Asked,
): Promise<RuleSilence | undefined> {
  const row = await db
    .selectFrom('alert_rules')
    .innerJoin('projects', 'projects.id', 'alert_rules.project_id')
    .selectAll('alert_rules')
    .select('projects.created_at')
    .where('alert_rules.id', '=', ruleId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { youngUntilMs = 0, ...rule } = toJudgingRule(row);
  const people = rule.toMembers && canMail ? await listPeople(db, row.project_id) : [];
  const { firings, inSummary, paused, nextMs } = await readFirings(db, {
    ruleId,
    nowMs,
    youngUntilMs,
  });
  const isYoung = !isOver(youngUntilMs, nowMs, alertLimits.youngMs);
  const isSummary = isYoung && firings >= alertLimits.youngAlerts;
  const judged = await readJudgedRelease(db, rule, { ruleId, projectId: row.project_id, nowMs });
  return {
    summaryMs: isSummary ? youngUntilMs : undefined,
    inSummary,
    fired: firings,
    paused: nextMs === null ? undefined : { count: paused, nextMs },
    unalerted: await countUnalerted(db, ruleId),
    judged,
    people: people.length,
    waits: await listWaits(db, { rule, people, nowMs }),
  };
}

function readFirings(
  db: Kysely<Schema>,
  { ruleId, nowMs, youngUntilMs }: Omit<Asked, 'canMail'> & { readonly youngUntilMs: number },
) {
  const row = expressionBuilder<Schema, 'alert_firings'>();
  const waits = row.and([row('spread_at', 'is', null), row('due_at', '>', nowMs)]);
  const isPaused = row.and([waits, row('due_at', '!=', youngUntilMs)]);
  return db
    .selectFrom('alert_firings')
    .select(({ fn }) => [
      fn.countAll<number>().as('firings'),
      fn
        .countAll<number>()
        .filterWhere(row.and([waits, row('due_at', '=', youngUntilMs)]))
        .as('inSummary'),
      fn.countAll<number>().filterWhere(isPaused).as('paused'),
      fn.min('due_at').filterWhere(isPaused).$castTo<number | null>().as('nextMs'),
    ])
    .where('rule_id', '=', ruleId)
    .where('is_end', '=', 0)
    .executeTakeFirstOrThrow();
}

async function countUnalerted(db: Kysely<Schema>, ruleId: number): Promise<number> {
  const { count } = await db
    .selectFrom('alert_untold')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('rule_id', '=', ruleId)
    .executeTakeFirstOrThrow();
  return count;
}

interface ToldPerson {
  readonly id: number;
  readonly quiet?: QuietHours | undefined;
}

async function listPeople(db: Kysely<Schema>, projectId: number): Promise<ToldPerson[]> {
  const readers = await findReaders(db, projectId);
  const personal = await listPersonalAlerts(db, readers);
  return readers
    .filter((id) => personal(id).ofProjects)
    .map((id) => ({ id, quiet: personal(id).quiet }));
}

async function listWaits(
  db: Kysely<Schema>,
  { rule, people, nowMs }: { rule: AlertRule; people: readonly ToldPerson[]; nowMs: number },
): Promise<RuleWait[]> {
  const names = [
    ...rule.channels.map((id) => `channel:${id}`),
    ...people.map(({ id }) => `user:${id}`),
  ];
  if (names.length === 0) return [];
  const rows = await db
    .selectFrom('alert_queues')
    .select(['destination', 'pace', 'due_at'])
    .where('destination', 'in', names)
    .execute();
  const queues = new Map(rows.map((row) => [row.destination, row]));
  const waits = rule.channels.flatMap((channelId): RuleWait[] => {
    const wait = findWait(queues.get(`channel:${channelId}`), undefined, nowMs);
    return wait ? [{ ...wait, count: 1, channelId }] : [];
  });
  const ofPeople = new Map<RuleWait['why'], RuleWait>();
  for (const { id, quiet } of people) {
    const wait = findWait(queues.get(`user:${id}`), quiet, nowMs);
    if (!wait) continue;
    const { count = 0, untilMs = Infinity } = ofPeople.get(wait.why) ?? {};
    ofPeople.set(wait.why, {
      why: wait.why,
      count: count + 1,
      untilMs: Math.min(untilMs, wait.untilMs),
    });
  }
  return [...waits, ...ofPeople.values()];
}

/**
 * Returns until when and why a message to this destination would wait now. Returns undefined when
 * it would be sent at once.
 */
function findWait(
  queue: { readonly pace: string; readonly due_at: number | null } | undefined,
  quiet: QuietHours | undefined,
  nowMs: number,
): Pick<RuleWait, 'untilMs' | 'why'> | undefined {
  const pace = queue ? (JSON.parse(queue.pace) as AlertPace) : restedPace;
  const plan = planMessage(pace, nowMs);
  const untilMs = toEndOfQuiet(quiet, queue?.due_at ?? plan.dueMs);
  if (untilMs <= nowMs) return undefined;
  const isQuiet = toEndOfQuiet(quiet, nowMs) > nowMs;
  return { untilMs, why: isQuiet ? 'quiet' : plan.isSummarising ? 'flood' : 'minute' };
}
