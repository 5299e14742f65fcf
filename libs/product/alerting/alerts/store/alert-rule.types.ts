import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';

export interface StoredAlertRule extends AlertRule {
  readonly id: number;
  /** How often it was changed; what a change is based on. */
  readonly version: number;
  readonly lastFiredMs?: number;
  /** The time of its last alert. */
  readonly lastToldMs?: number;
}

/** One time that a rule fired. */
export interface PastFiring {
  readonly atMs: number;
  readonly reason: FiringReason;
  /** Absent where it was about the whole project. */
  readonly issue?: {
    readonly id: number;
    readonly number: number;
    readonly type: string;
    readonly value: string;
  };
  /** When it is told, or was to be told. */
  readonly dueMs: number;
  /** It waits for that. */
  readonly isHeld: boolean;
}

/** What keeps a rule from telling at once. All times are to come. */
export interface RuleSilence {
  /** What the rule finds until then is told then, as the summary of the project's first hour. */
  readonly summaryMs?: number;
  /** Firings that wait for that summary. */
  readonly inSummary: number;
  /** Firings that wait for the end of a pause, and when the first of these ends. */
  readonly paused?: { readonly count: number; readonly nextMs: number };
  /** New issues that were not told: too quiet, in other environments, or not what the condition asks for. */
  readonly untold: number;
  /** Those who are told by mail. */
  readonly people: number;
  readonly waits: readonly RuleWait[];
}

/** A channel that is told later, or `count` people. */
export interface RuleWait {
  readonly channelId?: number;
  readonly count: number;
  /** Quiet hours; ten messages in ten minutes; a message within the last minute. */
  readonly why: 'quiet' | 'flood' | 'minute';
  /** The first of them. */
  readonly untilMs: number;
}

export interface RuleChange {
  readonly projectId: number;
  /** Absent where nobody is signed in. */
  readonly byUserId?: number;
  readonly nowMs: number;
}

export type RuleOutcome =
  | { readonly outcome: 'changed'; readonly id: number }
  /** Somebody else was faster, there is no such rule, or there are too many. */
  | { readonly outcome: 'conflict' | 'notFound' | 'tooMany' };

export type RuleTestRequest = Required<RuleChange>;

/** A number: too many were asked for, and one may be then. */
export type RuleTestOutcome = 'asked' | 'notFound' | number;

/** The issues of the last 14 days that a rule looks at. */
export interface RulePreview {
  /** Those that were seen last, the latest first; at most 20. */
  readonly issues: readonly NonNullable<PastFiring['issue']>[];
  readonly issueCount: number;
  /** How many of these were first seen in the last 14 days. */
  readonly newCount: number;
  /** More issues match than a preview counts. */
  readonly isPartial: boolean;
}
