import { alertLimits } from '#shared';
import { toCrashFreeText } from './crash-free-text.ts';
import type { CrashFreeLimit, CrashFreeReason } from './crash-free-text.ts';
import { matchesName } from './name-pattern.ts';

export interface AlertThreshold {
  readonly count: number;
  readonly minutes: number;
  readonly of: 'issue' | 'project';
}

export interface AlertRule {
  readonly name: string;
  readonly isEnabled: boolean;
  readonly onNew: boolean;
  readonly onRegressed: boolean;
  readonly onUnmuted: boolean;
  /**
   * Whether the rule fires when a user sends feedback about an event. Rules stored before this
   * option existed lack the field.
   */
  readonly onFeedback?: boolean | undefined;
  readonly events?: AlertThreshold | undefined;
  readonly users?: AlertThreshold | undefined;
  /** The newest release falls under this limit. Looks at sessions, so `condition` does not matter. */
  readonly crashFree?: CrashFreeLimit | undefined;
  /** Search expression that issues must match. An empty condition matches every issue. */
  readonly condition: string;
  /**
   * Name patterns of environments. `only` counts events of matching environments, `except` counts
   * all other events.
   */
  readonly environments: {
    readonly are: 'only' | 'except';
    readonly patterns: readonly string[];
  };
  /**
   * Minutes between two alerts about one issue. Rules that earlier versions stored lack the field
   * and use 30 minutes.
   */
  readonly pauseMinutes?: number | undefined;
  readonly toMembers: boolean;
  readonly channels: readonly number[];
}

export const pausesMinutes = [5, 15, 30, 60, 240, 1440] as const;

export function toPauseMinutes({ pauseMinutes }: Pick<AlertRule, 'pauseMinutes'>): number {
  return pauseMinutes ?? alertLimits.pauseMs / 60_000;
}

export type FiringReason =
  | { readonly kind: 'new' | 'regressed' | 'unmuted' | 'feedback' }
  | ({ readonly kind: 'events' | 'users' } & AlertThreshold)
  | CrashFreeReason
  | { readonly kind: 'assigned' | 'mentioned' | 'commented' };

/** Whether issues can make the rule fire. */
export function looksAtIssues(
  rule: Pick<AlertRule, 'onNew' | 'onRegressed' | 'onUnmuted' | 'onFeedback' | 'events' | 'users'>,
): boolean {
  const { onNew, onRegressed, onUnmuted, onFeedback, events, users } = rule;
  return [onNew, onRegressed, onUnmuted, onFeedback, events, users].some(Boolean);
}

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

/** An event without an environment matches no pattern. */
export function isAlertedEnvironment(
  { are, patterns }: AlertRule['environments'],
  environment: string | undefined,
): boolean {
  const isListed =
    environment !== undefined && patterns.some((pattern) => matchesName(pattern, environment));
  return are === 'only' ? isListed : !isListed;
}

/**
 * Whether a new issue has enough events or users for an alert. Issues of browsers and phones need
 * several, because many errors there cannot be fixed. All other issues have enough at once.
 */
export function reachesAlertMinimum(issue: {
  readonly isOfUsers: boolean;
  readonly events: number;
  readonly users: number;
}): boolean {
  const { isOfUsers, events, users } = issue;
  return !isOfUsers || events >= alertLimits.minEvents || users >= alertLimits.minUsers;
}

export function toReasonText(reason: FiringReason): string {
  if (reason.kind === 'unmuted') return 'no longer muted';
  if (reason.kind === 'feedback') return 'feedback of a user';
  if (reason.kind === 'assigned') return 'assigned to you';
  if (reason.kind === 'mentioned') return 'you were mentioned';
  if (reason.kind === 'commented') return 'a comment';
  if (reason.kind === 'crashFree') return toCrashFreeText(reason);
  if (!('count' in reason)) return reason.kind;
  const { kind, count, minutes, of } = reason;
  const noun = count === 1 ? kind.slice(0, -1) : kind;
  const time = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  return `${count} ${noun} in ${time}${of === 'project' ? ' in the project' : ''}`;
}
