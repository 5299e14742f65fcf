import type { AlertMessage, ChannelSettings } from '#shared';
import type { SendResult } from './send-result.ts';

/** Sends messages to channels of a kind: one attempt, which ends within `channelLimits.sendMs`. Never rejects. */
export interface ChannelSender {
  send(message: AlertMessage, settings: ChannelSettings): Promise<SendResult>;
}
