import type { Transaction } from 'kysely';
import { alertLimits } from '#shared';
import type { Schema } from '#persistence/stores';
import { inChunks } from '#persistence/stores';
import type { Recording, RecordingStep } from '#product/recording/steps';
import {
  byReceipt,
  findChange,
  gatherIssues,
  listEventsInEnvironments,
  toRuleIssueKey,
} from './batch-issues.ts';
import type { BatchIssue, Finding, JudgingRule } from './batch-issues.ts';
import { hasThreshold, reachThresholds } from './count-for-rules.ts';
import type { CountedEvents } from './count-for-rules.ts';
import { planFirings } from './plan-firings.ts';
import { filterByCondition } from './rule-condition.ts';
import { toAlertRule } from './rule-row.ts';
import { writeFirings } from './write-firings.ts';

/**
 * Checks recorded events against the alert rules of their projects and stores the resulting
 * firings. A batch that contains only known issues costs two reads, unless a rule has a threshold.
 */
export const judgeEvents: RecordingStep = {
  locks: 'counters',
  async run(recording) {
    if (recording.events.size === 0) return;
    const { transaction, rowIds } = recording;
    const byProject = gatherIssues(recording);
    const rules = await listRules(transaction, [...byProject.keys()]);
    if (rules.length === 0) return;
    const untold = await listUntold(transaction, [...byProject.values()].flat());
    const findings: Finding[] = [];
    const counted: CountedEvents[] = [];
    const kept: Untold[] = [];
    for (const rule of rules) {
      const issues = byProject.get(rule.projectId) ?? [];
      const judged = await judgeRule(recording, rule, { issues, untold });
      findings.push(...judged.findings);
      counted.push(...judged.counted);
      kept.push(...judged.untold);
    }
    findings.push(...(await reachThresholds(recording, counted)));
    await writeFirings(transaction, await planFirings(recording, findings), rowIds);
    await storeUnalerted(transaction, { kept, told: findings.filter(isUntold) });

    function isUntold({ rule, issueId }: Finding): boolean {
      return untold.has(toRuleIssueKey(rule.id, issueId));
    }
  },
};

interface Untold {
  readonly rule_id: number;
  readonly issue_id: number;
  readonly since: number;
}

export async function listRules(
  transaction: Transaction<Schema>,
  projectIds: readonly number[],
): Promise<JudgingRule[]> {
  const rows = await transaction
    .selectFrom('alert_rules')
    .innerJoin('projects', 'projects.id', 'alert_rules.project_id')
    .selectAll('alert_rules')
    .select('projects.created_at')
    .where('alert_rules.project_id', 'in', projectIds)
    .where('is_enabled', '=', 1)
    .orderBy('alert_rules.id')
    .execute();
  return rows.map((row) => ({
    ...toAlertRule(row),
    id: row.id,
    projectId: row.project_id,
    ...(row.is_first === 1 ? { youngUntilMs: row.created_at + alertLimits.youngMs } : {}),
  }));
}

async function listUntold(
  transaction: Transaction<Schema>,
  issues: readonly BatchIssue[],
): Promise<ReadonlySet<string>> {
  const rows = await inChunks(issues, (chunk) =>
    transaction
      .selectFrom('alert_untold')
      .select(['rule_id', 'issue_id'])
      .where(
        'issue_id',
        'in',
        chunk.map(({ issue }) => issue.id),
      )
      .execute(),
  );
  return new Set(rows.map(({ rule_id, issue_id }) => toRuleIssueKey(rule_id, issue_id)));
}

interface Judged {
  readonly findings: Finding[];
  readonly counted: CountedEvents[];
  readonly untold: Untold[];
}

async function judgeRule(
  recording: Recording,
  rule: JudgingRule,
  { issues, untold }: { issues: readonly BatchIssue[]; untold: ReadonlySet<string> },
): Promise<Judged> {
  const isUntold = ({ issue }: BatchIssue): boolean =>
    untold.has(toRuleIssueKey(rule.id, issue.id));
  const counts = { issue: hasThreshold(rule, 'issue'), project: hasThreshold(rule, 'project') };
  const considered =
    counts.issue || counts.project
      ? issues
      : issues.filter((each) => each.became !== undefined || isUntold(each));
  const inEnvironments = considered.map((each) => ({
    each,
    events: listEventsInEnvironments(rule, each),
  }));
  const matching = await filterByCondition(recording, rule, inEnvironments);
  const judged: Judged = { findings: [], counted: [], untold: [] };
  for (const { each, events } of matching) {
    const { issue, became } = each;
    const reason = findChange(rule, each, { events, isUntold: isUntold(each) });
    if (reason) judged.findings.push({ rule, issueId: issue.id, reason, event: events.at(-1)! });
    else if (became === 'new' && rule.onNew) {
      const since = each.events.at(-1)!.grouped.event.receivedAtMs;
      judged.untold.push({ rule_id: rule.id, issue_id: issue.id, since });
    }
  }
  const counted = matching.filter(
    ({ each, events }) => !each.isMutedOrResolved && events.length > 0,
  );
  if (counts.issue) {
    judged.counted.push(
      ...counted.map(({ each, events }) => ({ rule, issueId: each.issue.id, events })),
    );
  }
  if (counts.project && counted.length > 0) {
    const events = counted.flatMap((each) => each.events).toSorted(byReceipt);
    judged.counted.push({ rule, issueId: 0, events });
  }
  return judged;
}

/**
 * Stores new issues for which a rule has raised no alert yet. Deletes the stored entries of issues
 * for which the rule has fired in this batch.
 */
async function storeUnalerted(
  transaction: Transaction<Schema>,
  { kept, told }: { kept: readonly Untold[]; told: readonly Finding[] },
): Promise<void> {
  const rows = kept.toSorted((a, b) => a.issue_id - b.issue_id || a.rule_id - b.rule_id);
  await inChunks(rows, (chunk) =>
    transaction
      .insertInto('alert_untold')
      .values(chunk)
      .onConflict((conflict) => conflict.columns(['issue_id', 'rule_id']).doNothing())
      .execute(),
  );
  for (const ruleId of new Set(told.map(({ rule }) => rule.id))) {
    const issueIds = told.flatMap(({ rule, issueId }) => (rule.id === ruleId ? issueId! : []));
    await inChunks(issueIds, (chunk) =>
      transaction
        .deleteFrom('alert_untold')
        .where('issue_id', 'in', chunk)
        .where('rule_id', '=', ruleId)
        .execute(),
    );
  }
}
