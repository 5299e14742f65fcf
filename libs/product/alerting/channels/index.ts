export { channels } from './store/index.ts';
export { ChannelStore } from './store/channel.store.ts';
export type { Channel, ChannelScope, NewChannel } from './store/channel.store.ts';
export { parseDelivery, toFacts } from './store/delivery-row.ts';
export { DeliveryStore } from './store/delivery.store.ts';
export type {
  ClaimedDelivery,
  DeliveryEnding,
  DeliveryState,
  LoggedDelivery,
} from './store/delivery.types.ts';
export { noteTest } from './store/note-test.ts';
export { putDelivery } from './store/put-delivery.ts';
