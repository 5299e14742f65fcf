import { expect, it } from '@jest/globals';
import request from 'supertest';
import { eventually } from '../../../test/support/eventually.ts';
import { createEnvelope, createEvent } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import { readOutcomes } from './support/stored-outcomes.ts';

it('a relay refuses the keys of a deleted project, and filters its earlier reports', async () => {
  const relay = await startRelay();
  const { issues, projectDeletions } = relay.parts.stores;
  const send = () =>
    request(relay.url)
      .post(`/api/1/envelope/?sentry_key=${publicKey}`)
      .send(createEnvelope({ event: createEvent() }));
  await send().expect(200);
  await relay.drained();
  expect(await issues.list({ limit: 1 })).toHaveLength(1);
  await projectDeletions.delete(1, { nowMs: Date.now() });
  // The relay's copy of the keys is not refreshed yet.
  await send().expect(200);
  await relay.drained();
  await eventually('the key to be refused', async () => (await send()).status === 403);
  await eventually('the outcome', () =>
    readOutcomes(relay.dataDir).lines.some((line) => line.includes('filtered/no_project error')),
  );
  expect(readOutcomes(relay.dataDir).lines.join('\n')).not.toContain('failed/');
});
