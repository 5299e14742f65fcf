export { type ConnectionRules, plainRules } from './connection-rules.ts';
export { endAfterDiscarding } from './end-after-discarding.ts';
export { ServerAdapter } from './server-adapter.ts';
