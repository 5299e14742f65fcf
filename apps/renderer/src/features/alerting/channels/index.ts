export { AccountMailDeliveries } from './account-mail-deliveries.ts';
export { ChannelsModule } from './channels.module.ts';
export { describeTestBound } from './channel-words.ts';
