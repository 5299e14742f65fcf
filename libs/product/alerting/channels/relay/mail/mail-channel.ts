import type { AlertMessage } from '../../rules/alert-message.ts';
import type { ChannelSettings } from '../../rules/channel-kinds.ts';
import type { ChannelSender } from '../channel-sender.ts';
import type { SendResult } from '../send-result.ts';
import type { Mailer } from './mailer.ts';

export class MailChannel implements ChannelSender {
  constructor(private readonly mailer: Mailer) {}

  send(message: AlertMessage, { recipients = [] }: ChannelSettings): Promise<SendResult> {
    return this.mailer.send(message, { addresses: recipients });
  }
}
