import type { Selectable, Transaction } from 'kysely';
import { alertLimits } from '#shared';
import { looksAtIssues } from '../rules/alert-kinds.ts';
import { toPauseMs } from '../rules/rule-pause.ts';
import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import type { KyselyDatabase, Schema } from '#persistence/stores';
import { inTransaction } from '#persistence/stores';
import { writeAudit } from '#product/people/audit';
import { noteTest } from '#product/alerting/channels';
import { tellNames, TOLD_FOR_GOOD_MS } from '#product/recording/counts';
import { putIntoOutbox } from '#product/alerting/outbox';
import { holdProject } from '#product/projects/projects';
import type { AlertRulesTable } from './alert.tables.ts';
import { listMatching } from './list-matching.ts';
import { readJudgedRelease } from './judge-crash-free.ts';
import { readSilence } from './read-silence.ts';
import { toAlertRule, toPlainRule, toRuleColumns } from './rule-row.ts';
import { RULE_TEST_KIND } from './test-rule.ts';
import type { AskedRuleTest } from './test-rule.ts';
import type {
  StoredAlertRule,
  PastFiring,
  RuleSilence,
  RuleChange,
  RuleResult,
  RuleTestRequest,
  RuleTestResult,
  RulePreview,
} from './alert-rule.types.ts';

/** Stores the alert rules of projects, and writes each change to the audit log. */
export class AlertRuleStore {
  readonly #database: KyselyDatabase;

  constructor(database: KyselyDatabase) {
    this.#database = database;
  }

  async list(projectId: number): Promise<StoredAlertRule[]> {
    const rows = await this.#select().where('project_id', '=', projectId).execute();
    return rows.map(toStored);
  }

  async find(projectId: number, id: number): Promise<StoredAlertRule | undefined> {
    const row = await this.#select()
      .where('project_id', '=', projectId)
      .where('alert_rules.id', '=', id)
      .executeTakeFirst();
    return row && toStored(row);
  }

  /**
   * Asks a relay to send a test to the rule's destinations. After too many tests, returns the time
   * of the next allowed test instead.
   */
  askForTest(id: number, { projectId, byUserId, nowMs }: RuleTestRequest): Promise<RuleTestResult> {
    return inTransaction(this.#database, async (transaction) => {
      if (!(await findRow(transaction, id, projectId))) return 'notFound';
      const { dialect } = this.#database;
      const againMs = await noteTest(transaction, dialect, { of: `rule:${id}`, nowMs });
      if (againMs !== undefined) return againMs;
      const body: AskedRuleTest = { ruleId: id, byUserId };
      await putIntoOutbox(transaction, [{ kind: RULE_TEST_KIND, body, dueMs: nowMs }]);
      return 'asked';
    });
  }

  add(added: AlertRule, change: RuleChange): Promise<RuleResult> {
    const rule = toPlainRule(added);
    return this.#holding(change, async (transaction) => {
      const { projectId } = change;
      const rules = await transaction
        .selectFrom('alert_rules')
        .select('id')
        .where('project_id', '=', projectId)
        .execute();
      if (rules.length >= alertLimits.rulesPerProject) return { outcome: 'tooMany' };
      const { id } = await transaction
        .insertInto('alert_rules')
        .values({ project_id: projectId, ...toRuleColumns(rule) })
        .returning('id')
        .executeTakeFirstOrThrow();
      await tellEnvironments(transaction, rule, change.projectId);
      await audit(transaction, change, { what: 'alert.added', to: rule });
      return { outcome: 'changed', id };
    });
  }

  /** Returns `conflict` when somebody changed the rule after `version`. */
  change(
    { id, version }: { readonly id: number; readonly version: number },
    changed: AlertRule,
    change: RuleChange,
  ): Promise<RuleResult> {
    const rule = toPlainRule(changed);
    return this.#holding(change, async (transaction) => {
      const before = await findRow(transaction, id, change.projectId);
      if (!before) return { outcome: 'notFound' };
      if (before.version !== version) return { outcome: 'conflict' };
      await transaction
        .updateTable('alert_rules')
        .set({ ...toRuleColumns(rule), version: version + 1 })
        .where('id', '=', id)
        .execute();
      await tellEnvironments(transaction, rule, change.projectId);
      await audit(transaction, change, {
        what: 'alert.changed',
        from: toPlainRule(toAlertRule(before)),
        to: rule,
      });
      if (!rule.isEnabled || isJudgedAnew(toAlertRule(before), rule)) {
        await transaction.deleteFrom('alert_crash_free').where('rule_id', '=', id).execute();
      }
      await this.#hasten(transaction, { id, isFirst: before.is_first === 1, rule }, change.nowMs);
      return { outcome: 'changed', id };
    });
  }

  /** Makes waiting firings due earlier after the rule's pause was shortened. */
  async #hasten(
    transaction: Transaction<Schema>,
    { id, isFirst, rule }: { id: number; isFirst: boolean; rule: AlertRule },
    nowMs: number,
  ): Promise<void> {
    // Firings of a project's first rule may wait for the end of the project's first hour, whatever
    // the pause is.
    const dueMs = nowMs + Math.max(toPauseMs(rule), isFirst ? alertLimits.youngMs : 0);
    await transaction
      .updateTable('alert_firings')
      .set({ due_at: dueMs })
      .where('rule_id', '=', id)
      .where('spread_at', 'is', null)
      .where('due_at', '>', dueMs)
      .execute();
  }

  remove(id: number, change: RuleChange): Promise<RuleResult> {
    return this.#holding(change, async (transaction) => {
      const before = await findRow(transaction, id, change.projectId);
      if (!before) return { outcome: 'notFound' };
      await transaction.deleteFrom('alert_untold').where('rule_id', '=', id).execute();
      await transaction.deleteFrom('alert_rules').where('id', '=', id).execute();
      await audit(transaction, change, { what: 'alert.removed', from: toAlertRule(before) });
      return { outcome: 'changed', id };
    });
  }

  findSilence(
    ruleId: number,
    asked: { readonly nowMs: number; readonly canMail: boolean },
  ): Promise<RuleSilence | undefined> {
    return readSilence(this.#database.kysely, { ruleId, ...asked });
  }

  async listFirings(ruleId: number, limit: number): Promise<PastFiring[]> {
    const rows = await this.#database.kysely
      .selectFrom('alert_firings as f')
      .leftJoin('issues as i', 'i.id', 'f.issue_id')
      .select(['f.at', 'f.due_at', 'f.spread_at', 'f.reason', 'f.release'])
      .select(['i.id', 'i.merged_into', 'i.number', 'i.type', 'i.value'])
      .where('rule_id', '=', ruleId)
      .where('is_end', '=', 0)
      .orderBy('f.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(({ at, due_at, spread_at, release, id, ...row }) => ({
      atMs: at,
      reason: JSON.parse(row.reason) as FiringReason,
      release: id === null && release !== null ? release : undefined,
      dueMs: due_at,
      isHeld: spread_at === null && due_at > at,
      issue:
        id === null
          ? undefined
          : {
              id: row.merged_into ?? id,
              number: row.number!,
              type: row.type!,
              value: row.value!,
            },
    }));
  }

  /**
   * Lists issues that match the rule now. Only an issue's newest event decides whether the
   * environment matches.
   */
  async preview(
    rule: AlertRule,
    asked: { readonly projectId: number; readonly nowMs: number },
  ): Promise<RulePreview> {
    const { kysely } = this.#database;
    const { issues, isPartial } = looksAtIssues(rule)
      ? await listMatching(this.#database, { rule, ...asked })
      : { issues: [], isPartial: false };
    const judged = await readJudgedRelease(kysely, rule, asked);
    return {
      issues: issues
        .slice(0, alertLimits.issuesListed)
        .map(({ id, number, type, value }) => ({ id, number, type, value })),
      issueCount: issues.length,
      isPartial,
      judged,
    };
  }

  #select() {
    return this.#database.kysely
      .selectFrom('alert_rules')
      .selectAll()
      .select((expressions) => {
        const latest = expressions
          .selectFrom('alert_firings')
          .whereRef('rule_id', '=', 'alert_rules.id')
          .where('is_end', '=', 0)
          .orderBy('alert_firings.id', 'desc')
          .limit(1);
        return [
          latest.select('at').as('last_fired'),
          latest.select('spread_at').where('spread_at', 'is not', null).as('last_told'),
        ];
      })
      .orderBy('alert_rules.id');
  }

  #holding(
    { projectId }: RuleChange,
    work: (transaction: Transaction<Schema>) => Promise<RuleResult>,
  ): Promise<RuleResult> {
    const { dialect } = this.#database;
    return inTransaction(this.#database, async (transaction) =>
      (await holdProject(transaction, dialect, projectId))
        ? work(transaction)
        : { outcome: 'notFound' },
    );
  }
}

type RuleRow = Selectable<AlertRulesTable>;

interface LastTimes {
  readonly last_fired: number | null;
  readonly last_told: number | null;
}

function toStored(row: RuleRow & LastTimes): StoredAlertRule {
  const { id, version, last_fired, last_told } = row;
  return {
    ...toAlertRule(row),
    id,
    version,
    lastFiredMs: last_fired ?? undefined,
    lastAlertedMs: last_told ?? undefined,
  };
}

/** Whether an earlier alert about crash-free sessions says nothing about the changed rule. */
function isJudgedAnew(before: AlertRule, rule: AlertRule): boolean {
  const toText = ({ crashFree, environments }: AlertRule): string =>
    JSON.stringify([crashFree, environments]);
  return toText(before) !== toText(rule);
}

/** Keeps a place for the environments that the rule names, so that no stranger hides them. */
function tellEnvironments(
  transaction: Transaction<Schema>,
  { environments: { patterns } }: AlertRule,
  projectId: number,
): Promise<void> {
  const told = patterns
    .filter((pattern) => !pattern.includes('*'))
    .map((name) => ({ projectId, kind: 'environment' as const, name }));
  return tellNames(transaction, told, TOLD_FOR_GOOD_MS);
}

function findRow(
  transaction: Transaction<Schema>,
  id: number,
  projectId: number,
): Promise<RuleRow | undefined> {
  return transaction
    .selectFrom('alert_rules')
    .selectAll()
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

function audit(
  transaction: Transaction<Schema>,
  { projectId, byUserId, nowMs: atMs }: RuleChange,
  { what, from, to }: { what: string; from?: AlertRule; to?: AlertRule },
): Promise<void> {
  const target = (to ?? from)!.name;
  const by = byUserId === undefined ? {} : { byUserId };
  return writeAudit(transaction, [{ atMs, ...by, projectId, what, target, from, to }]);
}
