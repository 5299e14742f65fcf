export { outbox } from './store/index.ts';
export { endClaim } from './store/end-claim.ts';
export { KyselyOutboxStore } from './store/kysely-outbox.store.ts';
export type { ClaimedMessage, OutboxStore } from './store/outbox.store.ts';
export { putIntoOutbox } from './store/put-into-outbox.ts';
