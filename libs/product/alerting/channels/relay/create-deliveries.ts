import type { Resolve } from '#http/outgoing';
import type { Clock, DeliverySettings } from '#shared';
import type { AlertMessage } from '../rules/alert-message.ts';
import type { ChannelKind, ChannelSettings } from '../rules/channel-kinds.ts';
import type { Pause } from '#telemetry/plain';
import type { ChannelSender } from './channel-sender.ts';
import { Deliveries, type DeliveryStores } from './deliveries.ts';
import { httpFormats } from './formats/index.ts';
import { HttpChannel } from './http-channel.ts';
import { Mailer } from './mail/mailer.ts';
import { HttpPoster } from './outgoing/http-poster.ts';
import type { SendResult } from './send-result.ts';

class MailChannel implements ChannelSender {
  constructor(private readonly mailer: Mailer) {}

  send(message: AlertMessage, { recipients = [] }: ChannelSettings): Promise<SendResult> {
    return this.mailer.send(message, { addresses: recipients });
  }
}

export interface DeliveryParts {
  readonly settings: DeliverySettings;
  readonly stores: DeliveryStores;
  readonly clock: Clock;
  readonly pause: Pause;
  readonly resolve?: Resolve;
  readonly sendMs?: number;
}

export function createDeliveries({ stores, clock, pause, ...parts }: DeliveryParts): Deliveries {
  const { senders, mailer } = createSenders({
    ...parts,
    clock,
    listAllowedHosts: () => stores.channels.listAllowedHosts(),
  });
  const { publicUrl } = parts.settings;
  return new Deliveries({ stores, senders, mailer, clock, pause, publicUrl });
}

export function createSenders({
  settings: { smtpUrl, mailFrom, version },
  clock,
  listAllowedHosts,
  resolve,
  sendMs,
}: Omit<DeliveryParts, 'pause' | 'stores' | 'settings'> & {
  readonly settings: Omit<DeliverySettings, 'publicUrl'>;
  readonly listAllowedHosts: () => Promise<readonly string[]>;
}) {
  const bounds = sendMs === undefined ? {} : { sendMs };
  const mailer = new Mailer({ smtpUrl, from: mailFrom, ...bounds });
  const poster = new HttpPoster({
    version,
    listAllowedHosts,
    ...bounds,
    ...(resolve ? { resolve } : {}),
  });
  const senders = new Map<ChannelKind, ChannelSender>([['mail', new MailChannel(mailer)]]);
  for (const [kind, format] of Object.entries(httpFormats)) {
    senders.set(kind as ChannelKind, new HttpChannel(format, { poster, clock }));
  }
  return { senders, mailer };
}
