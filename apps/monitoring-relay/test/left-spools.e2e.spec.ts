import { expect, it } from '@jest/globals';
import { createStores, openDatabase } from '#persistence';
import { LeftSpools } from '../src/processing/left-spools.ts';
import { openSpoolFile } from '../src/spool/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { startRelay } from './support/started-relay.ts';

it('processes what a relay that is gone has left, and lets go of its spool', async () => {
  const relay = await startRelay();
  // The relay holds its own, so this is another one, with reports that nobody will process.
  const left = new SqliteSpool(openSpoolFile(relay.dataDir));
  for (let count = 0; count < 3; count += 1) {
    const eventId = createEventId();
    const body = Buffer.from(createEnvelope({ eventId }));
    await left.append({ projectId: 1, eventId, receivedAtMs: Date.now(), body });
  }
  await left.close();

  await relay.app.get(LeftSpools).run();
  await relay.app.get(LeftSpools).run();

  const database = openDatabase({ dataDir: relay.dataDir });
  const issues = await createStores(database).issues.list({ limit: 10 });
  await database.close();
  expect(issues).toMatchObject([{ events: 3 }]);
  const again = new SqliteSpool(openSpoolFile(relay.dataDir));
  expect(again.name).toBe(left.name);
  expect(await again.getQueueState(0)).toEqual({ depth: 0, oldestMs: 0, failed: 0 });
  await again.close();
});
