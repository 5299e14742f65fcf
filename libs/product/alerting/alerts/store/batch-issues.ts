import { isAlertedEnvironment } from '../rules/alert-rule.ts';
import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import { judgeChange } from '../rules/issue-kinds.ts';
import type { IssueChangeKind } from '../rules/issue-kinds.ts';
import type { RefreshedIssue, Recording } from '#product/recording/steps';
import type { RecordedEvent } from '#product/recording/reports';
import type { JudgingRule } from './rule-row.ts';

export interface BatchIssue {
  readonly issue: RefreshedIssue;
  readonly events: readonly RecordedEvent[];
  readonly became?: IssueChangeKind;
  /**
   * True when the issue is muted, or resolved without a regression. Such an issue raises no alert.
   */
  readonly isMutedOrResolved: boolean;
}

interface FoundEvent {
  readonly grouped: {
    readonly event: Pick<
      RecordedEvent['grouped']['event'],
      'projectId' | 'eventId' | 'receivedAtMs' | 'environment' | 'release'
    >;
  };
}

/**
 * A reason for a rule to fire: the issue (absent for the whole project), and the event that made
 * the rule fire.
 */
export interface Finding {
  readonly rule: JudgingRule;
  readonly issueId: number | undefined;
  readonly reason: FiringReason;
  readonly event: FoundEvent;
  readonly rowId?: number;
}

export function toRuleIssueKey(ruleId: number, issueId: number | undefined): string {
  return `${ruleId} ${issueId ?? 0}`;
}

export function gatherIssues(recording: Recording): ReadonlyMap<number, readonly BatchIssue[]> {
  const byIssue = new Map<number, RecordedEvent[]>();
  for (const event of recording.events.values()) {
    const known = byIssue.get(event.issueId);
    if (known) known.push(event);
    else byIssue.set(event.issueId, [event]);
  }
  const byProject = new Map<number, BatchIssue[]>();
  for (const issue of recording.issues) {
    const events = byIssue.get(issue.id) ?? [];
    const ofProject = byProject.get(issue.project_id) ?? [];
    byProject.set(issue.project_id, ofProject);
    ofProject.push({ issue, events: events.toSorted(byReceipt), ...judgeState(recording, issue) });
  }
  return byProject;
}

function judgeState(
  { created, regressed, unmuted }: Recording,
  { id, status, status_kind: kind, mute_window: window }: RefreshedIssue,
): Pick<BatchIssue, 'became' | 'isMutedOrResolved'> {
  if (regressed.has(id)) return { became: 'regressed', isMutedOrResolved: false };
  if (unmuted.has(id)) {
    const isWorse = kind === 'events' && window !== null;
    return { became: isWorse ? 'worse' : 'unmuted', isMutedOrResolved: false };
  }
  const isMutedOrResolved = status !== 'unresolved';
  return created.has(id) ? { became: 'new', isMutedOrResolved } : { isMutedOrResolved };
}

export function byReceipt({ grouped: a }: RecordedEvent, { grouped: b }: RecordedEvent): number {
  return a.event.receivedAtMs - b.event.receivedAtMs;
}

export function listEventsInEnvironments(
  rule: AlertRule,
  { events }: BatchIssue,
): readonly RecordedEvent[] {
  return events.filter(({ grouped }) =>
    isAlertedEnvironment(rule.environments, grouped.event.environment),
  );
}

/**
 * Returns why the issue's state makes the rule fire, or undefined. `events` are the events that
 * count for the rule.
 */
export function findChange(
  rule: AlertRule,
  { issue: { events: eventCount, users }, isMutedOrResolved }: BatchIssue,
  { events, became }: Pick<BatchIssue, 'events' | 'became'>,
): FiringReason | undefined {
  if (events.length === 0) return undefined;
  const isOfUsers = events.every(({ grouped }) => grouped.event.isOfUsers === true);
  const state = { became, isMutedOrResolved, isOfUsers };
  return judgeChange(rule, { ...state, events: eventCount, users });
}
