import type { AlertDelivery, AlertKind, AlertMessage } from '#shared';
import type { ClaimedMessage } from '#product/alerting/outbox';
import type { ChannelScope } from './channel.store.ts';

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
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly answer?: string;
  readonly createdAtMs: number;
  readonly triedAtMs?: number;
  readonly nextAtMs?: number;
  /** Not what is for one person alone: that is not stored here. */
  readonly canBeSentAgain: boolean;
}

/** `absent`: there is no such one, or it waits. A number: it is a test, and one may be asked for then. */
export type SendAgainOutcome = 'absent' | 'sent' | number;

/** What became of each alert that was sent. Those who raise alerts put them into the outbox (`putIntoOutbox`). */
export abstract class DeliveryStore {
  /** Puts one into the outbox, and into the log at once. */
  abstract put(delivery: AlertDelivery, nowMs: number): Promise<void>;

  /** Leases up to `limit` of those that are due. Another process gets none of them before `nowMs + leaseMs`. */
  abstract claim(options: {
    readonly nowMs: number;
    readonly leaseMs: number;
    readonly limit: number;
  }): Promise<ClaimedDelivery[]>;

  /** Gives one back that was not tried. False when the lease had passed to another. */
  abstract postpone(claimed: ClaimedDelivery, dueMs: number): Promise<boolean>;

  /** Writes into the log how an attempt ended, and settles or postpones it. False when the lease had passed to another. */
  abstract record(
    claimed: ClaimedDelivery,
    ending: DeliveryEnding,
    nowMs: number,
  ): Promise<boolean>;

  /** The latest first; of a project, or those of channels of the instance and of no project. */
  abstract list(scope: ChannelScope, limit: number): Promise<LoggedDelivery[]>;

  /** As `put`, a test of a channel. Resolves with when one may be asked for again, where this one is too much. */
  abstract putTest(
    channelId: number,
    message: AlertMessage,
    nowMs: number,
  ): Promise<number | undefined>;

  /** Puts one that has ended into the outbox again. */
  abstract sendAgain(id: number, scope: ChannelScope, nowMs: number): Promise<SendAgainOutcome>;

  /** Removes some of the log that is too old or too much. Resolves with whether there was something to remove. */
  abstract removeOld(nowMs: number): Promise<boolean>;
}
