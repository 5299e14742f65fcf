import type { LoggedDelivery } from '#product/alerting/channels';
import type { MailState } from './getting-started.dto.ts';

type Delivery = Pick<LoggedDelivery, 'address' | 'triedAtMs' | 'state' | 'answer'>;

/** Takes the deliveries latest first. Those to a channel or not yet tried say nothing of mail. */
export function toMailState(deliveries: readonly Delivery[]): MailState {
  const last = deliveries.find((each) => each.address !== undefined && each.triedAtMs);
  if (!last) return { isSet: true };
  return { isSet: true, last: { isSent: last.state === 'sent', answer: last.answer ?? '' } };
}
