import type { Recording } from '#product/recording/steps';
import type { Feedback } from '#product/recording/reports';
import { inChunks } from '#persistence/stores';
import type { Finding } from './batch-issues.ts';
import { listMatching } from './list-matching.ts';
import { listJudgedRules } from './rule-row.ts';
import type { JudgingRule } from './rule-row.ts';

/**
 * Checks feedback against the alert rules of its project. Feedback that arrives before its event
 * raises no alert, because it has no issue yet. Batches without feedback cost nothing.
 */
export async function judgeFeedback(recording: Recording): Promise<Finding[]> {
  const said = recording.reports.flatMap(({ feedback = [] }) =>
    feedback.filter(({ eventId }) => eventId !== undefined),
  );
  if (said.length === 0) return [];
  const projectIds = [...new Set(said.map(({ projectId }) => projectId))];
  const rules = await listJudgedRules(recording.transaction, projectIds);
  const asking = rules.filter(({ onFeedback }) => onFeedback);
  if (asking.length === 0) return [];
  const met = await findFeedbackEvents(recording, said);
  const findings: Finding[] = [];
  for (const rule of asking) findings.push(...(await judge(recording, rule, met)));
  return findings;
}

interface FeedbackEvent {
  readonly feedback: Feedback;
  readonly issueId: number;
  readonly rowId: number;
  readonly environment: string | undefined;
  readonly release: string | undefined;
}

async function findFeedbackEvents(
  { transaction }: Recording,
  said: readonly Feedback[],
): Promise<readonly FeedbackEvent[]> {
  const rows = await inChunks(said, (chunk) =>
    transaction
      .selectFrom('events')
      .innerJoin('grouping_keys', 'grouping_keys.id', 'events.grouping_key_id')
      .select(['events.id', 'events.project_id', 'event_id', 'environment', 'release', 'issue_id'])
      .where('events.project_id', 'in', [...new Set(chunk.map(({ projectId }) => projectId))])
      .where(
        'event_id',
        'in',
        chunk.map(({ eventId }) => eventId!),
      )
      .execute(),
  );
  return said.flatMap((feedback) => {
    const { projectId, eventId } = feedback;
    const row = rows.find((each) => each.project_id === projectId && each.event_id === eventId);
    if (row?.issue_id == null) return [];
    const { id: rowId, issue_id: issueId, environment, release } = row;
    const ofEvent = { environment: environment ?? undefined, release: release ?? undefined };
    return [{ feedback, issueId, rowId, ...ofEvent }];
  });
}

/**
 * Checks the stored issue instead of the batch, because the feedback's event may have been recorded
 * long before.
 */
async function judge(
  { transaction, dialect }: Recording,
  rule: JudgingRule,
  met: readonly FeedbackEvent[],
): Promise<Finding[]> {
  const ofProject = met.filter(({ feedback }) => feedback.projectId === rule.projectId);
  if (ofProject.length === 0) return [];
  const { issues } = await listMatching(
    { kysely: transaction, kind: dialect.kind },
    {
      rule,
      projectId: rule.projectId,
      nowMs: Math.max(...ofProject.map(({ feedback }) => feedback.receivedAtMs)),
      issueIds: ofProject.map(({ issueId }) => issueId),
    },
  );
  const issueIds = new Set(issues.map(({ id }) => id));
  return ofProject
    .filter(({ issueId }) => issueIds.has(issueId))
    .map(({ feedback, issueId, rowId, environment, release }) => {
      const { projectId, receivedAtMs, eventId = '' } = feedback;
      const event = { projectId, eventId, receivedAtMs, environment, release };
      return { rule, issueId, reason: { kind: 'feedback' }, event: { grouped: { event } }, rowId };
    });
}
