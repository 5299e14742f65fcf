import type { IssueStatus, EventLevel } from '#shared';
import type { AlertedComment, AlertMessage } from '#product/alerting/channels/rules';
import type { FiringReason } from '../rules/alert-rule.ts';
import type { DecodedPayload } from '#product/recording/reports';

export interface FiredIssue {
  readonly id: number;
  readonly number: number;
  readonly type: string;
  readonly value: string;
  readonly place: string;
  readonly level: EventLevel;
  readonly status: IssueStatus;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

export interface AlertedFiring {
  readonly reason: FiringReason;
  readonly atMs: number;
  readonly ruleId?: number;
  readonly ruleName?: string;
  readonly project: { readonly id: number; readonly slug: string; readonly name: string };
  readonly issue?: FiredIssue;
  readonly environment?: string;
  readonly release?: string;
  /** Name of the person who did it. A notice to a person has the email address of who has no name. */
  readonly by?: string;
  /** Oldest first, at most `alertLimits.quotedComments`. */
  readonly comments?: readonly AlertedComment[];
  /** Time from the fall that this destination was told of to its end, when the firing is one. */
  readonly lastedMs?: number;
  /** Payload of the event that made the rule fire, when the event still exists. */
  readonly payload?: DecodedPayload;
}

export interface DueAlert {
  readonly id: string;
  /** Most important first, each issue once, at most 20. One about crash-free sessions is alone. */
  readonly firings: readonly AlertedFiring[];
  readonly more: number;
  /**
   * True when the message was delayed: by the pace, quiet hours, a pause, or the project's first
   * hour.
   */
  readonly isSummary: boolean;
  readonly nowMs: number;
}

export interface AlertSending<Told = DueAlert> {
  readonly nowMs: number;
  readonly canMail: boolean;
  readonly toUnsubscribe: (token: string) => string;
  /** Must be pure, because a repeated transaction calls it again for the same message. */
  readonly compose: (told: Told) => AlertMessage;
}

export interface QueueSending extends AlertSending {
  /** Gets what `compose` threw. The message is dropped, and others of its queue are sent. */
  readonly onFault: (destination: string, error: unknown) => void;
}

export interface RuleTest {
  readonly id: string;
  readonly ruleName: string;
  /** False when the rule looks at crash-free sessions alone. */
  readonly isOfIssues: boolean;
  readonly project: { readonly slug: string; readonly name: string };
  /** Absent when no issue of the last 14 days matches the rule. */
  readonly firing?: AlertedFiring;
  readonly nowMs: number;
}

export interface TestSending extends Pick<AlertSending, 'nowMs' | 'canMail'> {
  /** Must be pure, because a repeated transaction calls it again for the same message. */
  readonly composeTest: (test: RuleTest) => AlertMessage;
}
