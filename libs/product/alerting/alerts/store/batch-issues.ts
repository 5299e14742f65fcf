import { isAlertedEnvironment, isLoudEnough } from '../rules/alert-rule.ts';
import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import type { RefreshedIssue, Recording } from '#product/recording/steps';
import type { RecordedEvent } from '#product/recording/reports';

/** A rule that is enabled, in a project that a batch has events of. */
export interface JudgingRule extends AlertRule {
  readonly id: number;
  readonly projectId: number;
  /** Until then the project is young; absent of rules that the project did not begin with. */
  readonly youngUntilMs?: number;
}

/** An issue of a batch with its events in that batch, in the order in which they were received. */
export interface BatchIssue {
  readonly issue: RefreshedIssue;
  readonly events: readonly RecordedEvent[];
  /** What the batch has made of it, beside more events. */
  readonly became?: 'new' | 'regressed' | 'unmuted';
  /** Muted, or resolved and not brought back: nothing is told of it. */
  readonly isPutAway: boolean;
}

/** What a firing says of its event. */
interface FoundEvent {
  readonly grouped: {
    readonly event: Pick<
      RecordedEvent['grouped']['event'],
      'projectId' | 'eventId' | 'receivedAtMs' | 'environment' | 'release'
    >;
  };
}

/** An issue over which a rule is about to fire, or the whole project, and the event that was enough. */
export interface Finding {
  readonly rule: JudgingRule;
  /** Undefined: the whole project. */
  readonly issueId: number | undefined;
  readonly reason: FiringReason;
  readonly event: FoundEvent;
  /** `events.id` of an event that was recorded before. */
  readonly rowId?: number;
}

/** Name of a pair of a rule and an issue. */
export function toPair(ruleId: number, issueId: number | undefined): string {
  return `${ruleId} ${issueId ?? 0}`;
}

/** By project. */
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
): Pick<BatchIssue, 'became' | 'isPutAway'> {
  if (regressed.has(id)) return { became: 'regressed', isPutAway: false };
  if (unmuted.has(id)) return { became: 'unmuted', isPutAway: false };
  const isPutAway = status !== 'unresolved';
  return created.has(id) ? { became: 'new', isPutAway } : { isPutAway };
}

/** Those that were received first come first. */
export function byReceipt({ grouped: a }: RecordedEvent, { grouped: b }: RecordedEvent): number {
  return a.event.receivedAtMs - b.event.receivedAtMs;
}

/** Events of the environments that the rule looks at. */
export function listHeard(rule: AlertRule, { events }: BatchIssue): readonly RecordedEvent[] {
  return events.filter(({ grouped }) =>
    isAlertedEnvironment(rule.environments, grouped.event.environment),
  );
}

/**
 * Why the rule fires over what an issue has become. `isUntold`: it was new in an earlier batch, and not told. `events` are
 * those that the rule looks at.
 */
export function findChange(
  rule: AlertRule,
  { issue, became, isPutAway }: BatchIssue,
  { events, isUntold }: { events: readonly RecordedEvent[]; isUntold: boolean },
): FiringReason | undefined {
  if (isPutAway || events.length === 0) return undefined;
  if (became === 'regressed' && rule.onRegressed) return { kind: 'regressed' };
  if (became === 'unmuted' && rule.onUnmuted) return { kind: 'unmuted' };
  if (!rule.onNew || !(became === 'new' || isUntold)) return undefined;
  const isOfUsers = events.every(({ grouped }) => grouped.event.isOfUsers === true);
  return isLoudEnough({ isOfUsers, ...issue }) ? { kind: 'new' } : undefined;
}
