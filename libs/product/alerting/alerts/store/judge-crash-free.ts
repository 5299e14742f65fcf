import type { Kysely, Transaction } from 'kysely';
import type { DatabaseDialect, KyselyDatabase, Schema } from '#persistence/stores';
import { HOUR_MS, inTransaction } from '#persistence/stores';
import { sumByEnvironment } from '#product/recording/release-health';
import { findJudgedRelease, hasCrashFree, judgeCrashFree } from '../rules/crash-free.ts';
import type {
  CrashFreeRule,
  CrashFreeState,
  JudgedRelease,
  ReleaseSessions,
} from '../rules/crash-free.ts';
import type { AlertRule, CrashFreeReason } from '../rules/alert-rule.ts';
import { selectJudgedRules, toJudgingRule } from './rule-row.ts';
import type { JudgingRule } from './rule-row.ts';

type StoredRule = JudgingRule & CrashFreeRule;

interface News {
  readonly release: string;
  readonly reason: CrashFreeReason;
  readonly state: CrashFreeState | undefined;
}

interface Window {
  readonly projectId: number;
  readonly hours: number;
}

type ReadSessions = (window: Window) => Promise<readonly ReleaseSessions[]>;

/**
 * Judges all rules with a limit of crash-free sessions. Reads the sessions of a project and window
 * once for all its rules. A rule is locked and judged again before its firing is stored, so several
 * relays store it once.
 */
export async function judgeCrashFreeRules(
  database: KyselyDatabase,
  { nowMs, signal }: { readonly nowMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { kysely, dialect } = database;
  const readOnce = rememberLast(createRead(kysely, nowMs));
  for (const rule of (await listRules(kysely)).toSorted(byWindow)) {
    if (signal.aborted) return;
    // Nearly always nothing is new. This check then avoids a write lock.
    if (!(await findNews(kysely, rule, { nowMs, read: readOnce }))) continue;
    await inTransaction(database, async (transaction) => {
      const [locked] = await listRules(transaction, { id: rule.id, dialect });
      const read = createRead(transaction, nowMs);
      const news = locked && (await findNews(transaction, locked, { nowMs, read }));
      if (news) await store(transaction, rule.id, { ...news, nowMs });
    });
  }
}

function byWindow(a: StoredRule, b: StoredRule): number {
  return a.projectId - b.projectId || a.crashFree.hours - b.crashFree.hours;
}

function createRead(db: Kysely<Schema>, nowMs: number): ReadSessions {
  return ({ projectId, hours }) =>
    sumByEnvironment(db, { projectId, sinceMs: nowMs - hours * HOUR_MS });
}

/** Reads again only when the window differs from the one before. */
function rememberLast(read: ReadSessions): ReadSessions {
  let last: (Window & { readonly found: ReturnType<ReadSessions> }) | undefined;
  return ({ projectId, hours }) => {
    if (last?.projectId !== projectId || last.hours !== hours) {
      last = { projectId, hours, found: read({ projectId, hours }) };
    }
    return last.found;
  };
}

/** Finds the release that a rule judges now, if the rule looks at sessions. A new one has no id. */
export async function readJudgedRelease(
  db: Kysely<Schema>,
  rule: AlertRule,
  {
    ruleId,
    projectId,
    nowMs,
  }: { readonly ruleId?: number; readonly projectId: number; readonly nowMs: number },
): Promise<JudgedRelease | undefined> {
  if (!hasCrashFree(rule)) return undefined;
  const { hours } = rule.crashFree;
  const found = await createRead(db, nowMs)({ projectId, hours });
  const state = ruleId === undefined ? undefined : await readState(db, ruleId);
  return findJudgedRelease(rule, found, state);
}

async function listRules(
  db: Kysely<Schema>,
  one?: { readonly id: number; readonly dialect: DatabaseDialect },
): Promise<StoredRule[]> {
  const rows = await selectJudgedRules(db)
    .where('projects.deleted_at', 'is', null)
    .where('definition', 'like', '%"crashFree"%')
    .$if(one !== undefined, (rules) => rules.where('alert_rules.id', '=', one!.id))
    .$if(one?.dialect.hasConcurrentWriters === true, (rules) => rules.forNoKeyUpdate('alert_rules'))
    .execute();
  return rows.map(toJudgingRule).filter(hasCrashFree);
}

async function findNews(
  db: Kysely<Schema>,
  rule: StoredRule,
  { nowMs, read }: { readonly nowMs: number; readonly read: ReadSessions },
): Promise<News | undefined> {
  const { projectId, crashFree } = rule;
  const found = await read({ projectId, hours: crashFree.hours });
  if (found.length === 0) return undefined;
  const state = await readState(db, rule.id);
  const judged = findJudgedRelease(rule, found, state);
  if (!judged) return undefined;
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
