export { toAccountMail } from './account-mail.ts';
export { DELIVERY_KIND } from './alert-message.ts';
export type {
  AlertDelivery,
  AlertDestination,
  AlertKind,
  AlertMessage,
  AlertedComment,
  AlertedIssue,
} from './alert-message.ts';
export { channelKindNames, channelKindOf } from './channel-kinds.ts';
export type { ChannelField, ChannelKind } from './channel-kinds.ts';
export { describeDays, describeDeliveries, toDay } from './delivery-days.ts';
export type { DeliveryDay } from './delivery-days.ts';
export { adviseOnFailure, describeFailure, toRefusalText } from './delivery-words.ts';
export { webhookSchema } from './webhook-schema.ts';
export { parseChannel } from './parse-channel.ts';
