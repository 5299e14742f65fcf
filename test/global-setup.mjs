import { startPostgres } from '../scripts/support/postgres.mjs';

/** One PostgreSQL for the whole run; specs make databases of their own in it. */
export default async function setup() {
  if (process.env.ERRATA_TEST_POSTGRES_URL) return;
  const server = await startPostgres();
  globalThis.errataTestPostgres = server;
  process.env.ERRATA_TEST_POSTGRES_URL = server.url;
}
