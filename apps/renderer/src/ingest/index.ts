export { createConnectionRules } from './connection-rules.ts';
export { ingestProxy } from './ingest-proxy.ts';
export { RelayIntake } from './relay-intake.ts';
