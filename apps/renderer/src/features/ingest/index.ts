export { ingestProxy } from './ingest-proxy.ts';
