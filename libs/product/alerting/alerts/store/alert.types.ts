import type { IssueStatus, EventLevel } from '#shared';
import type { AlertMessage } from '#product/alerting/channels/rules';
import type { FiringReason } from '../rules/alert-rule.ts';
import type { DecodedPayload } from '#product/recording/reports';

/** An issue to be told, as it is now. */
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

/** A comment, as it reads when it is told. */
export interface ToldComment {
  /** Name or address. */
  readonly by: string;
  /** Markdown. */
  readonly text: string;
}

/** A firing as a message tells it. */
export interface ToldFiring {
  readonly reason: FiringReason;
  readonly atMs: number;
  readonly ruleId?: number;
  readonly ruleName?: string;
  readonly project: { readonly id: number; readonly slug: string; readonly name: string };
  /** Absent where it is about the whole project. */
  readonly issue?: FiredIssue;
  readonly environment?: string;
  readonly release?: string;
  /** Who did what a person is told of, by name or address. */
  readonly by?: string;
  /** Comments that a person is told of, the oldest first; at most `alertLimits.commentsTold`. */
  readonly comments?: readonly ToldComment[];
  /** Of the event over which it fired, where that is kept. */
  readonly payload?: DecodedPayload;
}

/** All that one destination is told now. */
export interface DueAlert {
  readonly id: string;
  /** The most important first, each issue once; at most 20. */
  readonly firings: readonly ToldFiring[];
  /** How many more issues there are. */
  readonly more: number;
  /** It was held back: by pace, quiet hours, a pause, or because the project is young. */
  readonly isSummary: boolean;
  readonly nowMs: number;
}

export interface AlertSending {
  readonly nowMs: number;
  /** Without SMTP nobody is told by mail. */
  readonly canMail: boolean;
  /** Where a POST unsubscribes the user with that token. */
  readonly toUnsubscribe: (token: string) => string;
  /** Pure: it may be asked twice for one message. */
  readonly compose: (alert: DueAlert) => AlertMessage;
}

/** A test of a rule: the newest issue that the rule looks at, as a firing would tell it. */
export interface RuleTest {
  readonly id: string;
  readonly ruleName: string;
  readonly project: { readonly slug: string; readonly name: string };
  /** Absent where the rule looks at no issue of the last 14 days. */
  readonly firing?: ToldFiring;
  readonly nowMs: number;
}

export interface TestSending extends Pick<AlertSending, 'nowMs' | 'canMail'> {
  /** Pure: it may be asked twice for one message. */
  readonly composeTest: (test: RuleTest) => AlertMessage;
}
