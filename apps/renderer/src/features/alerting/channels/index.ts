export { AccountMailDeliveries } from './account-mail-deliveries.ts';
export { ChannelRules } from './channel-rules.ts';
export type { NamedRule } from './channel-rules.ts';
export { ChannelsModule } from './channels.module.ts';
export { describeTestBound } from './channel-words.ts';
