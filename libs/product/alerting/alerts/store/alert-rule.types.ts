import type { AlertRule, FiringReason } from '../rules/alert-rule.ts';
import type { JudgedRelease } from '../rules/crash-free.ts';

export interface StoredAlertRule extends AlertRule {
  readonly id: number;
  /** Rises by one with each change. A change must name the current version. */
  readonly version: number;
  readonly lastFiredMs?: number;
  readonly lastAlertedMs?: number;
}

export interface PastFiring {
  readonly atMs: number;
  readonly reason: FiringReason;
  readonly issue?: {
    readonly id: number;
    readonly number: number;
    readonly type: string;
    readonly value: string;
  };
  /** The release that a rule about crash-free sessions judged. */
  readonly release?: string;
  readonly dueMs: number;
  readonly isHeld: boolean;
}

/** Reasons why the rule's alerts are delayed now. All times are in the future. */
export interface RuleSilence {
  /**
   * Time at which the summary of the project's first hour is sent. The summary contains everything
   * that the rule finds until that time.
   */
  readonly summaryMs?: number;
  readonly inSummary: number;
  /** Number of times that the rule fired in the last `alertLimits.keptMs`. */
  readonly fired: number;
  /** Firings that wait for the end of a pause. `nextMs` is when the first of these pauses ends. */
  readonly paused?: { readonly count: number; readonly nextMs: number };
  /**
   * Number of new issues for which the rule raised no alert, because they had too few events, were
   * in other environments, or did not match the condition.
   */
  readonly unalerted: number;
  /** The release whose crash-free sessions the rule judges now. */
  readonly judged?: JudgedRelease;
  readonly people: number;
  readonly waits: readonly RuleWait[];
}

/**
 * Either a channel whose alerts are delayed, or a number of people (`count`) whose mail is delayed.
 */
export interface RuleWait {
  readonly channelId?: number;
  readonly count: number;
  /**
   * `quiet`: quiet hours. `flood`: the destination got ten messages in ten minutes. `minute`: the
   * destination got a message within the last minute.
   */
  readonly why: 'quiet' | 'flood' | 'minute';
  readonly untilMs: number;
}

export interface RuleChange {
  readonly projectId: number;
  readonly byUserId?: number;
  readonly nowMs: number;
}

export type RuleResult =
  | { readonly outcome: 'changed'; readonly id: number }
  | { readonly outcome: 'conflict' | 'notFound' | 'tooMany' };

export type RuleTestRequest = Required<RuleChange>;

/** The number is the time of the next allowed test. */
export type RuleTestResult = 'asked' | 'notFound' | number;

export interface RulePreview {
  /** At most 20, most recently seen first. */
  readonly issues: readonly NonNullable<PastFiring['issue']>[];
  readonly issueCount: number;
  readonly isPartial: boolean;
  /** The release whose crash-free sessions the rule would judge now. */
  readonly judged?: JudgedRelease;
}
