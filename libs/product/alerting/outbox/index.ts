export { outbox, OutboxStore } from './store/outbox.store.ts';
export { isFree } from './store/claimable.ts';
export { endClaim } from './store/end-claim.ts';
export type { ClaimedMessage } from './store/outbox.types.ts';
export { putIntoOutbox } from './store/put-into-outbox.ts';
