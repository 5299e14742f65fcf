export { ServerAdapter } from './server-adapter.ts';
