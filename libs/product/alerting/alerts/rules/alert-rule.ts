import { alertLimits } from '#shared';
import { matchesName } from './name-pattern.ts';

/** Of an issue, or of all events of the project. */
export interface AlertThreshold {
  readonly count: number;
  readonly minutes: number;
  readonly of: 'issue' | 'project';
}

/** What raises an alert in a project, and where it goes. */
export interface AlertRule {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly onNew: boolean;
  readonly onRegressed: boolean;
  /** The end of a mute. */
  readonly onUnmuted: boolean;
  /** A user says something about an event. Absent of rules of before it was known. */
  readonly onFeedback?: boolean | undefined;
  readonly events?: AlertThreshold | undefined;
  readonly users?: AlertThreshold | undefined;
  /** In the language of search; empty: of any issue. */
  readonly condition: string;
  /** Patterns of environments in which events count, or do not. */
  readonly environments: {
    readonly are: 'only' | 'except';
    readonly patterns: readonly string[];
  };
  /** Minutes that the rule is silent about an issue that it told of. Rules of earlier versions have none, which means half an hour. */
  readonly pauseMinutes?: number | undefined;
  /** By mail to the members of the project. */
  readonly toMembers: boolean;
  /** Ids of channels. */
  readonly channels: readonly number[];
}

/** The pauses that a rule may have. */
export const pausesMinutes = [5, 15, 30, 60, 240, 1440] as const;

/** The pause of a rule, in minutes. */
export function toPauseMinutes({ pauseMinutes }: Pick<AlertRule, 'pauseMinutes'>): number {
  return pauseMinutes ?? alertLimits.restMs / 60_000;
}

/** Why a rule, or what a person did, tells of an issue. */
export type FiringReason =
  | { readonly kind: 'new' | 'regressed' | 'unmuted' | 'feedback' }
  | ({ readonly kind: 'events' | 'users' } & AlertThreshold)
  /** Told to one person. */
  | { readonly kind: 'assigned' | 'mentioned' | 'commented' };

/** What each project starts with. */
export const defaultAlertRule: AlertRule = {
  name: 'New and regressed issues',
  isEnabled: true,
  onNew: true,
  onRegressed: true,
  onUnmuted: false,
  condition: '',
  environments: {
    are: 'except',
    patterns: ['dev*', 'test*', 'local*', 'stag*', 'preview*', 'ci'],
  },
  toMembers: true,
  channels: [],
};

/** Whether events of that environment count for a rule. One that names none is in no list. */
export function isAlertedEnvironment(
  { are, patterns }: AlertRule['environments'],
  environment: string | undefined,
): boolean {
  const isListed =
    environment !== undefined && patterns.some((pattern) => matchesName(pattern, environment));
  return are === 'only' ? isListed : !isListed;
}

/** Browsers and phones meet much that nobody can mend: a new issue of theirs is told once it is no single event any more. */
export function isLoudEnough(issue: {
  readonly isOfUsers: boolean;
  readonly events: number;
  readonly users: number;
}): boolean {
  const { isOfUsers, events, users } = issue;
  return !isOfUsers || events >= alertLimits.loudEvents || users >= alertLimits.loudUsers;
}

/** The reason in words: `new`, `500 events in 5 minutes`. */
export function toReasonText(reason: FiringReason): string {
  if (reason.kind === 'unmuted') return 'no longer muted';
  if (reason.kind === 'feedback') return 'feedback of a user';
  if (reason.kind === 'assigned') return 'assigned to you';
  if (reason.kind === 'mentioned') return 'you were mentioned';
  if (reason.kind === 'commented') return 'a comment';
  if (!('count' in reason)) return reason.kind;
  const { kind, count, minutes, of } = reason;
  const noun = count === 1 ? kind.slice(0, -1) : kind;
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${count} ${noun} in ${time}${of === 'project' ? ' in the project' : ''}`;
}
