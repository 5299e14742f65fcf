import type { AlertDelivery, AlertKind } from '../rules/alert-message.ts';
import type { ClaimedMessage } from '#product/alerting/outbox';

/** `waiting`: it is sent now, or tried again. `dropped`: nobody tried it, or too much waited. */
export type DeliveryState = 'waiting' | 'sent' | 'failed' | 'dropped';

/** One that this process alone may send until its lease ends. */
export interface ClaimedDelivery {
  readonly claim: ClaimedMessage;
  /** Undefined where another version wrote something else. */
  readonly delivery: AlertDelivery | undefined;
  /** How often it was tried before. */
  readonly attempts: number;
  /** When it was first to be sent, or was asked for again. */
  readonly sinceMs: number;
}

/** How an attempt ended. */
export interface DeliveryEnding {
  readonly state: DeliveryState;
  /** What the receiver, or the way to it, said. At most `channelLimits.answerLength` are kept. */
  readonly answer: string;
  /** The host that it was not allowed to reach. */
  readonly refusedHost?: string | undefined;
  /** When it is tried again; of those that wait. */
  readonly nextAtMs?: number;
}

/** A line of the log. */
export interface LoggedDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly kind: AlertKind;
  /** First line of the message. */
  readonly title: string;
  /** Absent where it went to a person. */
  readonly channelId?: number;
  /** Mail address of the person. */
  readonly address?: string;
  readonly ruleId?: number;
  /** The one issue that it is about. */
  readonly issueId?: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly answer?: string;
  /** The host that the latest attempt was not allowed to reach. */
  readonly refusedHost?: string;
  readonly createdAtMs: number;
  readonly triedAtMs?: number;
  readonly nextAtMs?: number;
  /** Not what is for one person alone: that is not stored here. */
  readonly canBeSentAgain: boolean;
}

/** `absent`: there is no such one, or it waits. A number: it is a test, and one may be asked for then. */
export type SendAgainOutcome = 'absent' | 'sent' | number;
