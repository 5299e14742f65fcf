import type { AlertMessage } from '../rules/alert-message.ts';
import type { ChannelSettings } from '../rules/channel-kinds.ts';
import type { SendResult } from './send-result.ts';

/**
 * Sends messages to channels of one kind. Each call is one attempt that ends within
 * `channelLimits.sendMs`, or `mailMs` for mail. Never rejects.
 */
export interface ChannelSender {
  send(message: AlertMessage, settings: ChannelSettings): Promise<SendResult>;
}
