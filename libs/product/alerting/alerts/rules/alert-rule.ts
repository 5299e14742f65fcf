import { alertLimits } from '#shared';

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
  /**
   * Whether everybody who was told of an issue hears that it is over. Pagers, and whoever was told of
   * a monitor, hear it anyway.
   */
  readonly onOver?: boolean | undefined;
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

/** The issue of the firing is over, or its monitor runs again (`recovered`). */
export interface OverReason {
  readonly kind: 'over';
  readonly how: 'resolved' | 'muted' | 'merged' | 'deleted' | 'recovered';
  readonly release?: string | undefined;
  /** The issue is resolved in the release after this one. */
  readonly afterRelease?: string | undefined;
  readonly commit?: string | undefined;
  /** The deleted issue, which has no row any more. */
  readonly issue?: { readonly id: number; readonly number: number };
}

/** The database stores these names, so they never change. */
export type FiringReason =
  | { readonly kind: 'new' | 'regressed' | 'unmuted' | 'feedback' }
  | ({ readonly kind: 'events' | 'users' } & AlertThreshold)
  | CrashFreeReason
  | OverReason
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

/**
 * Whether a name matches the pattern, ignoring case; `*` stands for any characters. Takes linear
 * time for any input, unlike a regular expression.
 */
function matchesName(pattern: string, name: string): boolean {
  const [first = '', ...others] = pattern.toLowerCase().split('*');
  const text = name.toLowerCase();
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const found = text.indexOf(part, from);
    if (found === -1) return false;
    from = found + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
