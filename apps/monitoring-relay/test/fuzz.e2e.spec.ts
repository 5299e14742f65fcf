import { expect, it } from '@jest/globals';
import request from 'supertest';
import { createMutated, createMutatedCompressed } from '../../../prove/fuzz/bodies.mjs';
import { sendAll } from '../../../prove/fuzz/send.mjs';
import { createEnvelope } from './support/envelopes.ts';
import { createRandom } from '../../../test/support/random.ts';
import { RelayProcess } from './support/relay-process.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import { readFailures } from './support/stored-failures.ts';
import { createTemporaryFolder } from './support/temporary-folder.ts';

const SEED = 20_260_105;
/**
 * `npm run prove -- fuzz` sends a hundred thousand envelopes, and decompression bombs, to the built
 * relay.
 */
const ENVELOPES = 1000;
const COMPRESSED = 100;
const PATH = `/api/1/envelope/?sentry_key=${publicKey}`;

it('a relay survives mutated envelopes, and answers each with a known status', async () => {
  const relay = await startRelay({ LOG_LEVEL: 'error' });
  const bodies = createMutated(createRandom(SEED), ENVELOPES);
  const { statuses, faults } = await sendAll(relay.url + PATH, bodies);
  expect(faults).toEqual([]);
  // Fails when the mutations no longer produce both accepted and refused envelopes.
  expect(statuses.get(200)).toBeGreaterThan(30);
  expect(statuses.get(400)).toBeGreaterThan(30);
  await relay.drained();
  const ours = readFailures(relay.dataDir).filter(({ reason }) => /(?:ing) failed/.test(reason));
  expect(ours).toEqual([]);
  await request(relay.url).get('/health/ready').expect(200);
});

/** Uses the built relay, because threads cannot start from the sources. */
it('a relay survives mutated compressed bodies, and answers each with a known status', async () => {
  const relay = await RelayProcess.start({ dataDir: createTemporaryFolder() });
  const bodies = createMutatedCompressed(createRandom(SEED), COMPRESSED);
  const { statuses, faults } = await sendAll(relay.url + PATH, bodies);
  expect(faults).toEqual([]);
  expect(statuses.get(400)).toBeGreaterThan(COMPRESSED / 2);
  const good = [{ encoding: 'identity', body: Buffer.from(createEnvelope()) }];
  expect((await sendAll(relay.url + PATH, good)).statuses).toEqual(new Map([[200, 1]]));
  expect(await relay.terminate()).toBe(0);
});
