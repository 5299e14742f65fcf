import { expect, it } from '@jest/globals';
import { asReader } from '../../../test/support/metrics.ts';
import type { RelayProduct } from '../src/relay-product.ts';
import { startRelay } from './support/started-relay.ts';

const nothing: RelayProduct = { modules: [] };

it('a relay without consumers takes reports and keeps them, also over a restart', async () => {
  const relay = await startRelay({}, { product: nothing });
  await relay.send().expect(200);
  const health = await fetch(`${relay.url}/health/ready`, { headers: asReader });
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject({ queue: { depth: 1 } });
  await relay.close();

  const again = await startRelay({ DATA_DIR: relay.dataDir }, { product: nothing });
  expect(await again.spool.getQueueState(0)).toMatchObject({ depth: 1 });
});
