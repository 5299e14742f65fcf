import { alertLimits } from '#shared';
import { matchesName } from './name-pattern.ts';

export interface AlertThreshold {
  readonly count: number;
  readonly minutes: number;
  readonly of: 'issue' | 'project';
}

/** Least share of sessions that do not crash, or have no unhandled error either. */
export interface CrashFreeLimit {
  /** Per cent, with at most two decimals. */
  readonly percent: number;
  readonly hours: number;
  /** Releases with fewer sessions are not judged. */
  readonly minSessions: number;
  /** Set when sessions with unhandled errors count like crashed ones. */
  readonly withUnhandled?: true | undefined;
}

export interface SessionNumbers {
  readonly sessions: number;
  /** Sessions with unhandled errors included, where the limit is `withUnhandled`. */
  readonly crashed: number;
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

/** The release of the firing fell under the limit, or is no longer under it. */
export interface CrashFreeReason
  extends SessionNumbers, Pick<CrashFreeLimit, 'percent' | 'hours' | 'withUnhandled'> {
  readonly kind: 'crashFree';
  readonly isUnder: boolean;
  /** Another release that fell before, and may still be under the limit. */
  readonly fellBefore?: string;
}

/** The database stores these names, so they never change. */
export type FiringReason =
  | { readonly kind: 'new' | 'regressed' | 'unmuted' | 'feedback' }
  | ({ readonly kind: 'events' | 'users' } & AlertThreshold)
  | CrashFreeReason
  | { readonly kind: 'assigned' | 'mentioned' | 'commented' };

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
