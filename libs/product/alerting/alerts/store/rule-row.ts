import type { Insertable, Kysely, Selectable } from 'kysely';
import { alertLimits } from '#shared';
import { defaultAlertRule, toPauseMinutes } from '../rules/alert-rule.ts';
import type { AlertRule } from '../rules/alert-rule.ts';
import type { Schema } from '#persistence/stores';
import type { AlertRulesTable } from './alert.tables.ts';

/** A rule that is on, in a project that may be in its first hour. */
export interface JudgingRule extends AlertRule {
  readonly id: number;
  readonly projectId: number;
  /** End of the project's first hour; absent unless the rule was created with the project. */
  readonly youngUntilMs?: number;
}

type RuleColumns = Pick<Selectable<AlertRulesTable>, 'name' | 'is_enabled' | 'definition'>;

export function toAlertRule({ name, is_enabled, definition }: RuleColumns): AlertRule {
  const written = JSON.parse(definition) as Omit<AlertRule, 'name' | 'isEnabled'>;
  return { ...written, name, isEnabled: is_enabled === 1 };
}

/**
 * Returns the rule without id, version and times. Fields that earlier versions did not store get
 * their defaults.
 */
export function toPlainRule(rule: AlertRule): AlertRule {
  return {
    name: rule.name,
    isEnabled: rule.isEnabled,
    onNew: rule.onNew,
    onRegressed: rule.onRegressed,
    onUnmuted: rule.onUnmuted,
    onFeedback: rule.onFeedback ?? false,
    events: rule.events,
    users: rule.users,
    crashFree: rule.crashFree,
    condition: rule.condition,
    environments: rule.environments,
    pauseMinutes: toPauseMinutes(rule),
    onOver: rule.onOver ?? false,
    toMembers: rule.toMembers,
    channels: rule.channels,
  } satisfies Record<keyof AlertRule, unknown>;
}

export function toRuleColumns({ name, isEnabled, ...definition }: AlertRule): RuleColumns {
  return {
    name,
    is_enabled: isEnabled ? 1 : 0,
    definition: JSON.stringify(definition),
  };
}

export function selectJudgedRules(db: Kysely<Schema>) {
  return db
    .selectFrom('alert_rules')
    .innerJoin('projects', 'projects.id', 'alert_rules.project_id')
    .selectAll('alert_rules')
    .select('projects.created_at')
    .where('is_enabled', '=', 1)
    .orderBy('alert_rules.id');
}

export async function listJudgedRules(
  db: Kysely<Schema>,
  projectIds: readonly number[],
): Promise<JudgingRule[]> {
  const rows = await selectJudgedRules(db)
    .where('alert_rules.project_id', 'in', projectIds)
    .execute();
  return rows.map(toJudgingRule);
}

export function toJudgingRule(
  row: Selectable<AlertRulesTable> & { readonly created_at: number },
): JudgingRule {
  return {
    ...toAlertRule(row),
    id: row.id,
    projectId: row.project_id,
    youngUntilMs: row.is_first === 1 ? row.created_at + alertLimits.youngMs : undefined,
  };
}

export async function insertDefaultRule(db: Kysely<Schema>, projectId: number): Promise<void> {
  const row: Insertable<AlertRulesTable> = {
    project_id: projectId,
    is_first: 1,
    ...toRuleColumns(defaultAlertRule),
  };
  await db.insertInto('alert_rules').values(row).execute();
}
