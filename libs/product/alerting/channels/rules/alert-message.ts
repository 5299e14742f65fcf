import type { EventLevel } from '#shared';

/**
 * What an alert is about: issues as they happen, a summary, the operation of Errata, one person, that person's account, a
 * check-in, a try.
 */
const alertKinds = [
  'issues',
  'summary',
  'operator',
  'person',
  'account',
  'check-in',
  'test',
] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What an alert says, for every channel. All texts are plain; each channel escapes them. */
export interface AlertMessage {
  /** UUID, the same for every try, so that receivers can tell a repetition. */
  readonly id: string;
  /** The same of all messages about one matter that begins and ends. */
  readonly incident?: string;
  readonly kind: AlertKind;
  /** The first line; enough on a lock screen. At most 200 characters. */
  readonly title: string;
  /** Further lines of plain text, at most 10 of 500 characters. */
  readonly lines: readonly string[];
  readonly level: EventLevel | 'ok';
  /** The project, where the alert is about one. */
  readonly project?: { readonly slug: string; readonly name: string };
  /** At most 20, the most important first. */
  readonly issues: readonly AlertedIssue[];
  /** How many more issues there are than listed. */
  readonly more: number;
  /** Where to go on, absolute, under PUBLIC_URL. */
  readonly url: string;
  readonly atMs: number;
}

/** An issue as an alert tells it. Nothing in it is hidden on the page of the issue. */
export interface AlertedIssue {
  readonly id: number;
  readonly shortId: string;
  /** Why it is told: "new", "regressed", "500 events in 5 minutes", … */
  readonly reason: string;
  readonly type: string;
  readonly message: string;
  readonly place: string;
  /** First line of the application itself, with its code where it came. */
  readonly code?: { readonly file: string; readonly line: number; readonly text: string };
  readonly level: EventLevel;
  readonly environment?: string;
  readonly release?: string;
  readonly events: number;
  readonly users: number;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
  readonly url: string;
  /** Of mail to one person: what others said of the issue, the oldest first. */
  readonly comments?: readonly AlertedComment[];
}

/** A comment as a mail quotes it. */
export interface AlertedComment {
  /** Name or address. */
  readonly by: string;
  /** Markdown, at most `alertLimits.commentLength` characters. */
  readonly text: string;
}

/** Where an alert goes: a channel by its id, or the address of a person. */
export type AlertDestination =
  | { readonly to: 'channel'; readonly channelId: number }
  | {
      readonly to: 'mail';
      readonly address: string;
      readonly userId?: number;
      /** Absolute address that a POST unsubscribes at (RFC 8058). */
      readonly unsubscribe?: string;
    };

/** The outbox's kind of messages that are `AlertDelivery`s. */
export const DELIVERY_KIND = 'delivery';

/** The body of an outbox message of kind `DELIVERY_KIND`. */
export interface AlertDelivery {
  readonly destination: AlertDestination;
  readonly message: AlertMessage;
  /** The rule that gave rise to it, where one rule alone did. */
  readonly ruleId?: number;
  /** From then on it is of no use, as its link has expired: it is not sent any more. */
  readonly untilMs?: number;
}
