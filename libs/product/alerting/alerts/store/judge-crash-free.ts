import type { Kysely, Transaction } from 'kysely';
import type { DatabaseDialect, KyselyDatabase, Schema } from '#persistence/stores';
import { HOUR_MS, inTransaction } from '#persistence/stores';
import { sumByEnvironment } from '#product/recording/release-health';
import { findJudgedRelease, hasCrashFree, judgeCrashFree } from '../rules/crash-free.ts';
import type { CrashFreeRule, CrashFreeState, JudgedRelease } from '../rules/crash-free.ts';
import type { CrashFreeReason } from '../rules/crash-free-text.ts';
import { toAlertRule } from './rule-row.ts';

interface StoredRule extends CrashFreeRule {
  readonly id: number;
  readonly projectId: number;
}

interface News {
  readonly release: string;
  readonly reason: CrashFreeReason;
  readonly state: CrashFreeState | undefined;
}

/**
 * Judges all rules with a limit of crash-free sessions. A rule is locked and judged again before its
 * firing is stored, so several relays store it once.
 */
export async function judgeCrashFreeRules(
  database: KyselyDatabase,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { kysely, dialect } = database;
  for (const rule of await listRules(kysely)) {
    if (signal.aborted) return;
    // Nearly always nothing is new. This check then avoids a write lock.
    if (!(await findNews(kysely, rule, nowMs))) continue;
    await inTransaction(database, async (transaction) => {
      const [locked] = await listRules(transaction, { id: rule.id, dialect });
      const news = locked && (await findNews(transaction, locked, nowMs));
      if (news) await store(transaction, rule.id, { ...news, nowMs });
    });
  }
}

/** Finds the release that a rule judges now. */
export async function readJudgedRelease(
  db: Kysely<Schema>,
  rule: CrashFreeRule,
  { projectId, nowMs }: { readonly projectId: number; readonly nowMs: number },
): Promise<JudgedRelease | undefined> {
  const sinceMs = nowMs - rule.crashFree.hours * HOUR_MS;
  return findJudgedRelease(rule, await sumByEnvironment(db, { projectId, sinceMs }));
}

async function listRules(
  db: Kysely<Schema>,
  one?: { readonly id: number; readonly dialect: DatabaseDialect },
): Promise<StoredRule[]> {
  const rows = await db
    .selectFrom('alert_rules')
    .innerJoin('projects', 'projects.id', 'alert_rules.project_id')
    .selectAll('alert_rules')
    .where('is_enabled', '=', 1)
    .where('projects.deleted_at', 'is', null)
    .where('definition', 'like', '%"crashFree"%')
    .$if(one !== undefined, (rules) => rules.where('alert_rules.id', '=', one!.id))
    .$if(one?.dialect.hasConcurrentWriters === true, (rules) => rules.forNoKeyUpdate('alert_rules'))
    .orderBy('alert_rules.id')
    .execute();
  return rows.flatMap((row) => {
    const rule = toAlertRule(row);
    return hasCrashFree(rule) ? [{ ...rule, id: row.id, projectId: row.project_id }] : [];
  });
}

async function findNews(
  db: Kysely<Schema>,
  rule: StoredRule,
  nowMs: number,
): Promise<News | undefined> {
  const judged = await readJudgedRelease(db, rule, { projectId: rule.projectId, nowMs });
  if (!judged) return undefined;
  const state = await readState(db, rule.id);
  const reason = judgeCrashFree(rule, judged, { state, nowMs });
  return reason && { release: judged.release, reason, state };
}

async function readState(db: Kysely<Schema>, ruleId: number): Promise<CrashFreeState | undefined> {
  const row = await db
    .selectFrom('alert_crash_free')
    .selectAll()
    .where('rule_id', '=', ruleId)
    .executeTakeFirst();
  return row && { isUnder: row.is_under === 1, release: row.release, fellAtMs: row.fell_at };
}

async function store(
  transaction: Transaction<Schema>,
  ruleId: number,
  { release, reason, state, nowMs }: News & { readonly nowMs: number },
): Promise<void> {
  const told = {
    is_under: reason.isUnder ? 1 : 0,
    release,
    fell_at: reason.isUnder || !state ? nowMs : state.fellAtMs,
  };
  await transaction
    .insertInto('alert_crash_free')
    .values({ rule_id: ruleId, ...told })
    .onConflict((conflict) => conflict.column('rule_id').doUpdateSet(told))
    .execute();
  await transaction
    .insertInto('alert_firings')
    .values({
      rule_id: ruleId,
      reason: JSON.stringify(reason),
      at: nowMs,
      due_at: nowMs,
      release,
    })
    .execute();
}
