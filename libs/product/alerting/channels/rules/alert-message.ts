import type { EventLevel } from '#shared';

const alertKinds = [
  'issues',
  'summary',
  'over',
  'operator',
  'person',
  'account',
  'check-in',
  'test',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** Content of an alert for every channel. All texts are plain; each channel escapes them. */
export interface AlertMessage {
  /** UUID that stays the same for every try, so that receivers can recognise a repetition. */
  readonly id: string;
  /** Id that all messages about one problem share. */
  readonly incident?: string;
  readonly kind: AlertKind;
  /** First line of the message, at most 200 characters. A lock screen may show only this line. */
  readonly title: string;
  /** At most 10 further lines of 500 characters. */
  readonly lines: readonly string[];
  readonly level: EventLevel | 'ok';
  readonly project?: { readonly slug: string; readonly name: string };
  /** At most 20, the most important first. */
  readonly issues: readonly AlertedIssue[];
  readonly more: number;
  readonly url: string;
  readonly atMs: number;
}

export interface AlertedIssue {
  readonly id: number;
  readonly shortId: string;
  /** "new", "regressed", "500 events in 5 minutes", … */
  readonly reason: string;
  readonly type: string;
  readonly message: string;
  readonly place: string;
  /**
   * First line of the application's own code in the stack trace, when the event came with source
   * code.
   */
  readonly code?: { readonly file: string; readonly line: number; readonly text: string };
  readonly level: EventLevel;
  readonly environment?: string;
  readonly release?: string;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly url: string;
  /** How the issue ended, in a message of the kind `over`. */
  readonly end?: IssueEnd | undefined;
  /** Comments of others, oldest first; only in mail to one person. */
  readonly comments?: readonly AlertedComment[];
}

export interface IssueEnd {
  readonly how: 'resolved' | 'muted' | 'merged' | 'deleted' | 'recovered';
  readonly by?: string | undefined;
  readonly release?: string | undefined;
  /** The issue is resolved in the release after this one. */
  readonly afterRelease?: string | undefined;
  readonly commit?: string | undefined;
  readonly lastedMs: number;
  readonly atMs: number;
}

export interface AlertedComment {
  readonly by: string;
  /** Markdown, at most `alertLimits.commentLength` characters. */
  readonly text: string;
}

export type AlertDestination =
  | { readonly to: 'channel'; readonly channelId: number }
  | {
      readonly to: 'mail';
      readonly address: string;
      readonly userId?: number;
      readonly unsubscribe?: string;
    };

export const DELIVERY_KIND = 'delivery';

export interface AlertDelivery {
  readonly destination: AlertDestination;
  readonly message: AlertMessage;
  readonly ruleId?: number | undefined;
  /** The message is not sent at or after this time, because a link in it has expired. */
  readonly untilMs?: number;
}
