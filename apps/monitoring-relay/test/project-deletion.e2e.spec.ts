import { expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { startRelay } from './support/started-relay.ts';
import { readOutcomes } from './support/stored-outcomes.ts';

it('a relay refuses the keys of a deleted project, and filters its earlier reports', async () => {
  const relay = await startRelay();
  const { issues, projectDeletions } = relay.parts.stores;
  await relay.send().expect(200);
  await relay.drained();
  expect(await issues.list({ limit: 1 })).toHaveLength(1);
  await projectDeletions.delete(1, { nowMs: Date.now() });
  // The relay's copy of the keys is not refreshed yet.
  await relay.send().expect(200);
  await relay.drained();
  await eventually('the key to be refused', async () => (await relay.send()).status === 403);
  await eventually('the outcome', () =>
    readOutcomes(relay.dataDir).lines.some((line) => line.includes('filtered/no_project error')),
  );
  expect(readOutcomes(relay.dataDir).lines.join('\n')).not.toContain('failed/');
});
