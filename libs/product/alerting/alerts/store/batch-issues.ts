import { isAlertedEnvironment, reachesAlertMinimum } from '../rules/alert-rule.ts';
import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import type { RefreshedIssue, Recording } from '#product/recording/steps';
import type { RecordedEvent } from '#product/recording/reports';

export interface JudgingRule extends AlertRule {
  readonly id: number;
  readonly projectId: number;
  /** End of the project's first hour; absent unless the rule was created with the project. */
  readonly youngUntilMs?: number;
}

export interface BatchIssue {
  readonly issue: RefreshedIssue;
  readonly events: readonly RecordedEvent[];
  readonly became?: 'new' | 'regressed' | 'unmuted';
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
  { id, status }: RefreshedIssue,
): Pick<BatchIssue, 'became' | 'isMutedOrResolved'> {
  if (regressed.has(id)) return { became: 'regressed', isMutedOrResolved: false };
  if (unmuted.has(id)) return { became: 'unmuted', isMutedOrResolved: false };
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
 * Returns why the issue's state makes the rule fire, or undefined. `isUntold` is true when the
 * issue was new in an earlier batch and raised no alert. `events` are the events that count for the
 * rule.
 */
export function findChange(
  rule: AlertRule,
  { issue, became, isMutedOrResolved }: BatchIssue,
  { events, isUntold }: { events: readonly RecordedEvent[]; isUntold: boolean },
): FiringReason | undefined {
  if (isMutedOrResolved || events.length === 0) return undefined;
  if (became === 'regressed' && rule.onRegressed) return { kind: 'regressed' };
  if (became === 'unmuted' && rule.onUnmuted) return { kind: 'unmuted' };
  if (!rule.onNew || !(became === 'new' || isUntold)) return undefined;
  const isOfUsers = events.every(({ grouped }) => grouped.event.isOfUsers === true);
  return reachesAlertMinimum({ isOfUsers, ...issue }) ? { kind: 'new' } : undefined;
}
