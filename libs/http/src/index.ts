export { createClientAddress } from './client-address.ts';
export { type ConnectionRules, plainRules } from './connection-rules.ts';
export { ConnectionTurns } from './connection-turns.ts';
export { endAfterDiscarding } from './end-after-discarding.ts';
export { toIpAddress } from './ip-address.ts';
export { ServerAdapter } from './server-adapter.ts';
export { isTrustProxy, toTrustProxy, type TrustProxy } from './trust-proxy.ts';
