export { asAdministrator, toDatabaseUrl } from './administrator.ts';
export { explain } from './explain.ts';
export { HandClock } from './hand-clock.ts';
export { kyselyOf } from './kysely-of.ts';
export { untilAnybodyWaits } from './lock-waits.ts';
export { createTestDatabase } from './test-database.ts';
export type { TestDatabase } from './test-database.ts';
