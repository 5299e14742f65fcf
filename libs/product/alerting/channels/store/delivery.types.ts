import type { AlertDelivery, AlertKind } from '../rules/alert-message.ts';
import type { ClaimedMessage } from '#product/alerting/outbox';

/**
 * `waiting`: being sent, or waiting for a retry. `dropped`: removed from the outbox unsent, because
 * it waited too long or too many messages waited.
 */
export type DeliveryState = 'waiting' | 'sent' | 'failed' | 'dropped';

export interface ClaimedDelivery {
  readonly claim: ClaimedMessage;
  /** Undefined when the message cannot be decrypted or another version wrote it. */
  readonly delivery: AlertDelivery | undefined;
  readonly attempts: number;
  /** Time at which the delivery was logged or requested again. Retries end a day later. */
  readonly sinceMs: number;
}

export interface DeliveryEnding {
  readonly state: DeliveryState;
  /**
   * Answer of the receiver, or the error on the way to it; truncated to
   * `channelLimits.answerLength`.
   */
  readonly answer: string;
  readonly refusedHost?: string | undefined;
  readonly nextAtMs?: number;
  readonly isUnsent?: boolean | undefined;
}

export interface LoggedDelivery {
  readonly id: number;
  readonly messageId: string;
  readonly kind: AlertKind;
  readonly title: string;
  readonly channelId?: number;
  readonly address?: string;
  readonly ruleId?: number;
  /** Absent unless the message is about exactly one issue. */
  readonly issueId?: number;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly answer?: string;
  /** The host that the latest attempt could not reach, because no owner has allowed it. */
  readonly refusedHost?: string;
  readonly createdAtMs: number;
  readonly triedAtMs?: number;
  readonly nextAtMs?: number;
  /** False while the delivery waits, and when the body of the message was not stored. */
  readonly canBeSentAgain: boolean;
}

/**
 * `absent`: the delivery does not exist or still waits. A number is the time of the next allowed
 * test.
 */
export type SendAgainResult = 'absent' | 'sent' | number;
