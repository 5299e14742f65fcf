import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import request from 'supertest';
import { openDatabase } from '#product';
import { dumpRows } from '#product/testing';
import { eventually } from '../../../test/support/eventually.ts';
import { createEnvelope, createEvent } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';

const ANN = 'ann@example.org';
const ADDRESS = '203.0.113.7';

it('the relay finds and erases a person in the data that it has processed', async () => {
  const relay = await startRelay({ TRUST_PROXY: 'loopback' });
  const { erasures } = relay.parts.stores;
  const send = (traits: Parameters<typeof createEvent>[0]) =>
    request(relay.url)
      .post(`/api/1/envelope/?sentry_key=${publicKey}`)
      .set('X-Forwarded-For', ADDRESS)
      .send(createEnvelope({ event: createEvent(traits) }))
      .expect(200);
  const exception = { values: [{ type: 'NoCart', value: `of ${ANN}` }] };
  await send({ platform: 'javascript', user: { id: 'u-4711-ann', email: ANN }, exception });
  await send({ platform: 'javascript', user: { id: 'u-4712-bob' } });
  await relay.drained();
  const find = async (id: number) => (await erasures.find(id, { projectId: 1 }))?.state;
  const by = { nowMs: Date.now() };
  const id = (await erasures.search({ kind: 'email', value: ANN }, { projectId: 1 }, by))!;
  await eventually('the search', async () => (await find(id)) === 'found');
  await erasures.erase(id, { projectId: 1 }, by);
  await eventually('the erasure', async () => (await find(id)) === 'erased');
  const spools = join(relay.dataDir, 'spool');
  await eventually(
    'the end of its traces',
    async () =>
      readdirSync(spools, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .every((entry) => !readFileSync(join(entry.parentPath, entry.name)).includes(ANN)),
    9000,
  );
  const database = openDatabase({ dataDir: relay.dataDir });
  const rows = (await dumpRows(database)).split('\n');
  await database.close();
  expect(rows.filter((row) => row.includes(ANN) || row.includes('u-4711-ann'))).toEqual([]);
  expect(rows.filter((row) => row.includes(ADDRESS))).toEqual([]);
  const left = rows.filter((row) => /of \[Erased\]|"not_kept":"erased"/.test(row));
  expect(left.map((row) => row.split(' ')[0])).toEqual(['events', 'grouping_keys', 'issues']);
});
