import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createStores, openDatabase } from '#product';
import { eventually } from '../../../test/support/eventually.ts';
import { startPostgres } from '../../../scripts/support/postgres.mjs';
import { asReader } from '../../../test/support/metrics.ts';
import { startRelay } from './support/started-relay.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

let postgres: Awaited<ReturnType<typeof startPostgres>>;

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(() => postgres.remove());

async function countEvents(): Promise<number> {
  const database = openDatabase({ dataDir: '/', databaseUrl: postgres.url });
  try {
    const issues = await createStores(database).issues.list({ limit: 100 });
    return issues.reduce((sum, { events }) => sum + events, 0);
  } finally {
    await database.close();
  }
}

describe('a relay whose PostgreSQL is away', () => {
  it('loses no report, whether it runs already or starts meanwhile', async () => {
    const DATA_DIR = createTemporaryFolder();
    const variables = { DATA_DIR, DATABASE_URL: postgres.url };
    const relay = await startRelay(variables);
    await relay.send().expect(200);
    await relay.drained();

    await postgres.stop();
    await eventually('to be noticed', async () => {
      const { body } = await request(relay.url).get('/health/ready').set(asReader).expect(200);
      return (body as { problems: string[] }).problems.length > 0;
    });
    await relay.send().expect(200);
    const refused = await relay.send(undefined, { key: 'nope' }).expect(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(refused.body).toEqual({ detail: 'The project key cannot be checked at the moment.' });

    await relay.close();
    const again = await startRelay(variables);
    await request(again.url).get('/health/ready').expect(200);
    await again.send().expect(200);
    await again.send(undefined, { key: 'nope' }).expect(503);
    expect((await again.spool.getQueueState(0)).depth).toBe(2);

    await postgres.start();
    await again.drained();
    await again.send(undefined, { key: 'nope' }).expect(403);
    expect(await countEvents()).toBe(3);
  });

  it('is unready without known keys, until the database is back', async () => {
    await postgres.stop();
    const relay = await startRelay({ DATABASE_URL: postgres.url });
    const { body } = await request(relay.url).get('/health/ready').set(asReader).expect(503);
    expect(body).toMatchObject({
      status: 'unready',
      problems: expect.arrayContaining(['No project key is known yet.']),
    });
    await relay.send().expect(503);
    await postgres.start();
    await eventually('readiness', async () => (await request(relay.url).get('/health/ready')).ok);
    await relay.send().expect(200);
  });
});
