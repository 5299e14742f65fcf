import { beforeEach, expect, it } from '@jest/globals';
import { eventually } from '../../../test/support/eventually.ts';
import { openSpoolFile, openUnheldSpoolFiles } from '../src/spool/open-spool.ts';
import { SqliteSpool } from '../src/spool/sqlite-spool.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { HastyPause } from './support/hasty-pause.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

let upstream: UpstreamDouble;

beforeEach(async () => {
  upstream = await new UpstreamDouble().open();
});

/** The relay holds its own spool, so this is that of another one, which is gone. */
async function leave(relay: StartedRelay, owed: 'also' | 'alone'): Promise<string[]> {
  const left = new SqliteSpool(openSpoolFile(relay.dataDir));
  const ids = Array.from({ length: 3 }, createEventId);
  for (const eventId of ids) {
    const body = Buffer.from(createEnvelope({ eventId }));
    await left.append(createIncomingReport({ eventId, receivedAtMs: Date.now(), owed, body }));
  }
  await left.close();
  return ids;
}

/** False also while the relay holds it. */
function isEmpty(dataDir: string): boolean {
  for (const file of openUnheldSpoolFiles(dataDir)) {
    const spool = new SqliteSpool(file);
    const left = spool.queuedReports + spool.forwards.amount.reports;
    file.close();
    return left === 0;
  }
  return false;
}

it('sends and processes what a relay that is gone has left', async () => {
  const relay = await startRelay({ UPSTREAM_DSN: upstream.dsn }, { pause: new HastyPause() });
  const ids = await leave(relay, 'also');
  await eventually('all of it', () => upstream.taken.length === 3);
  expect(upstream.eventIds).toEqual(ids);
  await eventually('processed reports', () => readStoredEvents(relay.dataDir).ids.length === 3);
  await eventually('an empty spool', () => isEmpty(relay.dataDir));
  expect(upstream.sent).toHaveLength(3);
});

it('sends it where nothing is processed, too', async () => {
  const variables = { UPSTREAM_DSN: upstream.dsn, RELAY_MODE: 'forward' };
  const relay = await startRelay(variables, { pause: new HastyPause() });
  const ids = await leave(relay, 'alone');
  await eventually('an empty spool', () => isEmpty(relay.dataDir));
  expect(upstream.eventIds).toEqual(ids);
});

it('leaves it where it is while its upstream is away, and lets others process it', async () => {
  upstream.answer = () => ({ status: 503 });
  const relay = await startRelay({ UPSTREAM_DSN: upstream.dsn }, { pause: new HastyPause() });
  await leave(relay, 'also');
  await eventually('processed reports', () => readStoredEvents(relay.dataDir).ids.length === 3);
  await eventually('several attempts', () => upstream.sent.length > 2);
  expect(upstream.taken).toEqual([]);
  upstream.answer = () => ({});
  await eventually('an empty spool', () => isEmpty(relay.dataDir));
  expect(upstream.taken).toHaveLength(3);
});
