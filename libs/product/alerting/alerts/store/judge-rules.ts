import type { Selectable, Transaction } from 'kysely';
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
import type { BatchIssue, Finding } from './batch-issues.ts';
import { hasThreshold, reachThresholds } from './count-for-rules.ts';
import type { CountedEvents } from './count-for-rules.ts';
import { tellsOf } from '../rules/issue-kinds.ts';
import type { IssueChangeKind } from '../rules/issue-kinds.ts';
import type { AlertUntoldTable } from './alert.tables.ts';
import { judgeFeedback } from './judge-feedback.ts';
import { planFirings } from './plan-firings.ts';
import { filterByCondition } from './rule-condition.ts';
import { listJudgedRules } from './rule-row.ts';
import type { JudgingRule } from './rule-row.ts';
import { writeFirings } from './write-firings.ts';

/**
 * Checks recorded events and feedback against the alert rules of their projects and stores the
 * resulting firings. A batch that contains only known issues costs two reads, unless a rule has a
 * threshold.
 */
export const judgeRules: RecordingStep = {
  locks: 'counters',
  async run(recording) {
    const { transaction, rowIds } = recording;
    const findings = [...(await judgeEvents(recording)), ...(await judgeFeedback(recording))];
    await writeFirings(transaction, await planFirings(recording, findings), rowIds);
  },
};

async function judgeEvents(recording: Recording): Promise<Finding[]> {
  if (recording.events.size === 0) return [];
  const { transaction } = recording;
  const byProject = gatherIssues(recording);
  const rules = await listJudgedRules(transaction, [...byProject.keys()]);
  if (rules.length === 0) return [];
  const untold = await listUntold(transaction, [...byProject.values()].flat());
  const judged: Judged = { findings: [], counted: [], untold: [] };
  for (const rule of rules) {
    const issues = byProject.get(rule.projectId) ?? [];
    await judgeRule(recording, rule, { issues, untold, judged });
  }
  const findings = [...judged.findings, ...(await reachThresholds(recording, judged.counted))];
  const told = findings.filter(({ rule, issueId }) => untold.has(toRuleIssueKey(rule.id, issueId)));
  await storeUnalerted(transaction, { kept: judged.untold, told });
  return findings;
}

type Untold = Selectable<AlertUntoldTable>;
type UntoldChanges = ReadonlyMap<string, Untold>;

async function listUntold(
  transaction: Transaction<Schema>,
  issues: readonly BatchIssue[],
): Promise<UntoldChanges> {
  const rows = await inChunks(issues, (chunk) =>
    transaction
      .selectFrom('alert_untold')
      .selectAll()
      .where(
        'issue_id',
        'in',
        chunk.map(({ issue }) => issue.id),
      )
      .execute(),
  );
  return new Map(rows.map((row) => [toRuleIssueKey(row.rule_id, row.issue_id), row]));
}

interface Judged {
  readonly findings: Finding[];
  readonly counted: CountedEvents[];
  readonly untold: Untold[];
}

async function judgeRule(
  recording: Recording,
  rule: JudgingRule,
  {
    issues,
    untold,
    judged,
  }: { issues: readonly BatchIssue[]; untold: UntoldChanges; judged: Judged },
): Promise<void> {
  /** A later change of the issue's state by somebody, such as resolving it, ends what was to be told. */
  const findUntold = ({ issue }: BatchIssue): IssueChangeKind | undefined => {
    const { kind, since = 0 } = untold.get(toRuleIssueKey(rule.id, issue.id)) ?? {};
    return (issue.status_since ?? 0) <= since ? kind : undefined;
  };
  const counts = { issue: hasThreshold(rule, 'issue'), project: hasThreshold(rule, 'project') };
  const considered =
    counts.issue || counts.project
      ? issues
      : issues.filter((each) => each.became !== undefined || findUntold(each) !== undefined);
  const inEnvironments = considered.map((each) => ({
    each,
    events: listEventsInEnvironments(rule, each),
  }));
  const matching = await filterByCondition(recording, rule, inEnvironments);
  for (const { each, events } of matching) {
    const { issue, became } = each;
    const reason = findChange(rule, each, { events, became: became ?? findUntold(each) });
    if (reason) judged.findings.push({ rule, issueId: issue.id, reason, event: events.at(-1)! });
    else if (became !== undefined && tellsOf(rule, became)) {
      const since = each.events.at(-1)!.grouped.event.receivedAtMs;
      judged.untold.push({ rule_id: rule.id, issue_id: issue.id, since, kind: became });
    }
  }
  const counted = matching.filter(
    ({ each, events }) => !each.isMutedOrResolved && events.length > 0,
  );
  for (const { each, events } of counts.issue ? counted : []) {
    judged.counted.push({ rule, issueId: each.issue.id, events });
  }
  if (counts.project && counted.length > 0) {
    const events = counted.flatMap((each) => each.events).toSorted(byReceipt);
    judged.counted.push({ rule, issueId: 0, events });
  }
}

/**
 * Stores changes of issues of which a rule has told nobody yet. Deletes the stored entries of issues
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
      .onConflict((conflict) =>
        conflict.columns(['issue_id', 'rule_id']).doUpdateSet((row) => ({
          since: row.ref('excluded.since'),
          kind: row.ref('excluded.kind'),
        })),
      )
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
