import type { ChannelStore, ClaimedDelivery, DeliveryEnding, DeliveryStore } from '../index.ts';
import { channelLimits, isOver } from '#shared';
import type { Clock } from '#shared';
import type { AlertDelivery, AlertDestination, AlertMessage } from '../rules/alert-message.ts';
import type { ChannelKind } from '../rules/channel-kinds.ts';
import { Logger } from '#telemetry/plain';
import type { Pause } from '#telemetry/plain';
import { toLine } from './alert-text.ts';
import type { ChannelSender } from './channel-sender.ts';
import { toGoneNotice } from './gone-notice.ts';
import type { Mailer } from './mail/mailer.ts';
import type { SendResult } from './send-result.ts';

type MailDestination = Extract<AlertDestination, { to: 'mail' }>;

interface Turn {
  readonly signal: AbortSignal;
  readonly untilMs: number;
}

type Attempt = (send: () => Promise<SendResult>) => Promise<SendResult | undefined>;

interface GoneChannel {
  readonly id: number;
  readonly name: string;
  readonly message: AlertMessage;
  readonly reason: string;
}

/** Time during which only this process may begin to send a claimed message. */
const LEASE_MS = 30_000;
/**
 * Time from the begin of sending during which no other process may send the message. The result is
 * recorded in that time. After a crash, the message waits this long.
 */
const SENDING_LEASE_MS = channelLimits.mailMs + LEASE_MS;
const RECORD_EVERY_MS = 1000;
/** Time after which new messages are looked for while others are being sent. */
const CLAIM_EVERY_MS = 1000;
/**
 * Number of messages that are sent at the same time. A slow receiver delays others only when it has
 * all of these places.
 */
const AT_ONCE = 20;
/**
 * Maximum number of receivers whose requested pause is remembered. Pauses of further receivers are
 * ignored, so that memory stays bounded.
 */
const MOST_RESTS = 1000;

const UNREADABLE =
  'This message was encrypted with another ERRATA_SECRET, or written by another version of Errata.';

const EXPIRED = 'Not sent: the link in this mail has expired.';

export interface DeliveryStores {
  readonly channels: Pick<ChannelStore, 'listAllowedHosts' | 'open' | 'switchOff'>;
  readonly deliveries: Pick<DeliveryStore, 'claim' | 'postpone' | 'record' | 'renew'>;
  readonly personalAlerts: {
    isWanted(destination: MailDestination, message: AlertMessage): Promise<boolean>;
    /** Returns the end of the person's quiet hours, or `nowMs` outside of them. */
    findEndOfQuiet(userId: number, nowMs: number): Promise<number>;
  };
}

export interface DeliveriesParts {
  readonly stores: DeliveryStores;
  readonly senders: ReadonlyMap<ChannelKind, ChannelSender>;
  readonly mailer: Pick<Mailer, 'isSet' | 'send'>;
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly random?: () => number;
}

/**
 * Sends the outbox's messages to channels and people. One transaction records a message's result
 * and removes it from the outbox, so each message is sent at least once.
 *
 * A message is sent twice only when its receiver answered and that answer could not be recorded.
 */
export class Deliveries {
  private readonly logger = new Logger('Deliveries');
  /** Times from which receivers that asked for a pause may be tried again, by destination. */
  private readonly rests = new Map<string, number>();

  constructor(private readonly parts: DeliveriesParts) {}

  /**
   * Sends all due messages. After `signal` aborts, this method still waits for messages that are
   * being sent, because their receivers may have them already.
   */
  async run(signal: AbortSignal): Promise<void> {
    const { stores, clock, pause } = this.parts;
    const underWay = new Set<Promise<void>>();
    const failures: unknown[] = [];
    const begin = (claimed: ClaimedDelivery): void => {
      const sending: Promise<void> = this.deliver(claimed, signal)
        .catch((error: unknown) => void failures.push(error))
        .finally(() => underWay.delete(sending));
      underWay.add(sending);
    };
    try {
      while (!signal.aborted && failures.length === 0) {
        const limit = AT_ONCE - underWay.size;
        const options = { nowMs: clock.nowMs(), leaseMs: LEASE_MS, limit };
        const claimed = await stores.deliveries.claim(options);
        claimed.forEach(begin);
        if (underWay.size === 0) break;
        const areMore = claimed.length === limit;
        const rest = [Promise.all(underWay), pause.wait(CLAIM_EVERY_MS, signal)];
        await Promise.race<unknown>(areMore ? underWay : rest);
      }
    } finally {
      await Promise.all(underWay);
    }
    if (failures.length > 0) throw failures[0];
  }

  private async deliver(claimed: ClaimedDelivery, signal: AbortSignal): Promise<void> {
    const { stores, clock } = this.parts;
    const { delivery } = claimed;
    if (!delivery) {
      this.logger.warn(`A message in the outbox was not sent. ${UNREADABLE}`);
      const ending = { state: 'failed', answer: UNREADABLE } as const;
      await stores.deliveries.record(claimed, ending, clock.nowMs());
      return;
    }
    if (clock.nowMs() >= toEndMs(delivery)) {
      const ending = { state: 'failed', answer: EXPIRED } as const;
      await stores.deliveries.record(claimed, ending, clock.nowMs());
      return;
    }
    const startMs = clock.nowMs();
    const isTest = delivery.message.kind === 'test';
    const waitUntilMs = isTest ? startMs : await this.findWaitEnd(delivery, startMs);
    if (waitUntilMs > startMs) {
      await stores.deliveries.postpone(claimed, waitUntilMs);
      return;
    }
    let untilMs = startMs + LEASE_MS;
    const attempt: Attempt = async (send) => {
      untilMs = clock.nowMs() + SENDING_LEASE_MS;
      const isMine = await stores.deliveries.renew(claimed, SENDING_LEASE_MS);
      return isMine ? send() : undefined;
    };
    const result = await this.send(delivery, attempt);
    if (!result) return;
    if (result.retryAfterMs !== undefined)
      this.rest(toName(delivery.destination), result.retryAfterMs);
    await this.record(claimed, result, { signal, untilMs });
  }

  /**
   * Returns when the message may be tried: now, or after a pause that its receiver asked for.
   * During long quiet hours of an operator, this is the time to look again.
   */
  private async findWaitEnd({ destination, message }: AlertDelivery, nowMs: number) {
    const { longestWaitMs } = channelLimits;
    const restUntilMs = this.rests.get(toName(destination)) ?? 0;
    if (!isOver(restUntilMs, nowMs, longestWaitMs)) return restUntilMs;
    if (message.kind !== 'operator' || destination.to !== 'mail') return nowMs;
    const { userId } = destination;
    if (userId === undefined) return nowMs;
    const { personalAlerts } = this.parts.stores;
    return Math.min(await personalAlerts.findEndOfQuiet(userId, nowMs), nowMs + longestWaitMs);
  }

  /**
   * Records the result of an attempt. Retries while the lease lasts, because a message without a
   * recorded result is sent again.
   */
  private async record(
    claimed: ClaimedDelivery,
    result: SendResult,
    { signal, untilMs }: Turn,
  ): Promise<void> {
    const { stores, clock, pause } = this.parts;
    for (;;) {
      const nowMs = clock.nowMs();
      try {
        await stores.deliveries.record(claimed, this.toEnding(result, claimed, nowMs), nowMs);
        return;
      } catch (error) {
        if (signal.aborted || nowMs + RECORD_EVERY_MS >= untilMs) throw error;
        await pause.wait(RECORD_EVERY_MS, signal);
      }
    }
  }

  /**
   * Returns undefined when another process has claimed the message, such as after a pause of this
   * machine. `attempt` asks for that right before the message leaves.
   */
  private async send(
    { destination, message }: AlertDelivery,
    attempt: Attempt,
  ): Promise<SendResult | undefined> {
    const { stores, senders, mailer } = this.parts;
    if (destination.to === 'mail') {
      const { address, unsubscribe } = destination;
      if (!(await stores.personalAlerts.isWanted(destination, message))) {
        const answer = 'Not sent: the person has unsubscribed or left since.';
        return { ending: 'refused', answer };
      }
      return attempt(() => mailer.send(message, { addresses: [address], unsubscribe }));
    }
    const channel = await stores.channels.open(destination.channelId);
    if (!channel) return { ending: 'refused', answer: 'The channel was removed.' };
    const { id, kind, name, isGone, settings } = channel;
    if (isGone) return { ending: 'refused', answer: 'The channel is switched off.' };
    if (!settings) {
      const answer =
        'The settings of the channel were encrypted with another ERRATA_SECRET: enter them again.';
      return { ending: 'refused', answer };
    }
    const sender = senders.get(kind);
    if (!sender)
      return {
        ending: 'refused',
        answer: 'This version of Errata does not know this kind of channel.',
      };
    const result = await attempt(() => sender.send(message, settings));
    if (result?.ending === 'gone') {
      await this.switchOff({ id, name, message, reason: result.answer });
    }
    return result;
  }

  private async switchOff({ id, name, message, reason }: GoneChannel): Promise<void> {
    const { stores, clock, mailer, publicUrl } = this.parts;
    const nowMs = clock.nowMs();
    const told = toLine(reason, channelLimits.answerLength);
    const notice = mailer.isSet
      ? toGoneNotice({ name, reason: told, project: message.project, publicUrl, nowMs })
      : undefined;
    const options = { reason: told, nowMs, notice };
    if (!(await stores.channels.switchOff(id, options))) return;
    this.logger.warn(`The channel ${name} is switched off, because its receiver is gone: ${told}`);
  }

  private toEnding(
    { ending, answer, refusedHost, retryAfterMs, isUnsent }: SendResult,
    { attempts, delivery, sinceMs }: ClaimedDelivery,
    nowMs: number,
  ): DeliveryEnding {
    if (ending === 'sent') return { state: 'sent', answer };
    if (ending !== 'later') return { state: 'failed', answer };
    const nextAtMs = nowMs + toWaitMs(attempts + 1, retryAfterMs, this.parts.random);
    const isTooLate =
      nextAtMs - sinceMs > channelLimits.triedForMs || nextAtMs >= toEndMs(delivery);
    return isTooLate
      ? { state: 'failed', answer, refusedHost }
      : { state: 'waiting', answer, refusedHost, nextAtMs, isUnsent };
  }

  private rest(name: string, retryAfterMs: number): void {
    const nowMs = this.parts.clock.nowMs();
    for (const [each, untilMs] of this.rests) if (untilMs <= nowMs) this.rests.delete(each);
    if (this.rests.size < MOST_RESTS) this.rests.set(name, nowMs + toWaitMs(1, retryAfterMs));
  }
}

function toEndMs(delivery: AlertDelivery | undefined): number {
  return delivery?.untilMs ?? Infinity;
}

function toName(destination: AlertDestination): string {
  return destination.to === 'channel' ? `channel:${destination.channelId}` : destination.address;
}

const FIRST_MS = 10_000;
const FACTOR = 3;
/**
 * Share by which a wait varies at random. Messages that failed together are therefore not retried
 * together.
 */
const SPREAD = channelLimits.putOffMs / channelLimits.longestWaitMs - 1;

/**
 * Returns the wait after this many failed attempts: 10 s, 30 s, 90 s and so on, up to an hour, each
 * varied by a fifth. A wait that the receiver asks for takes precedence, also up to an hour.
 */
export function toWaitMs(
  attempts: number,
  retryAfterMs: number | undefined,
  random: () => number = Math.random,
): number {
  const { longestWaitMs } = channelLimits;
  if (retryAfterMs !== undefined) return Math.min(Math.max(retryAfterMs, 1000), longestWaitMs);
  const waitMs = Math.min(FIRST_MS * FACTOR ** Math.max(0, attempts - 1), longestWaitMs);
  return Math.round(waitMs * (1 - SPREAD + 2 * SPREAD * random()));
}
