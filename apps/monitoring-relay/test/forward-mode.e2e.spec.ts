import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { eventually } from '../../../test/support/eventually.ts';
import { asReader, findSample, readMetrics } from '../../../test/support/metrics.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

let upstream: UpstreamDouble;

beforeEach(async () => {
  upstream = await new UpstreamDouble().open();
});

const start = (variables: Record<string, string> = {}): Promise<StartedRelay> =>
  startRelay({ RELAY_MODE: 'forward', UPSTREAM_DSN: upstream.dsn, ...variables });

describe('a relay that only forwards', () => {
  it('takes reports by its settings, forwards them, and has no database', async () => {
    const relay = await start();
    const ids = Array.from({ length: 5 }, createEventId);
    for (const eventId of ids) await relay.send(createEnvelope({ eventId })).expect(200);
    const dsn = `http://${publicKey}@errata.example/1`;
    const tunnelled = request(relay.url).post('/monitoring').send(createEnvelope({ dsn }));
    await tunnelled.set('Origin', 'https://app.example').expect(200);
    await relay.forwarded();
    expect(upstream.eventIds.slice(0, 5)).toEqual(ids);
    expect(upstream.taken).toHaveLength(6);
    expect(relay.spool.queuedReports).toBe(0);
    expect(existsSync(join(relay.dataDir, 'errata.sqlite'))).toBe(false);
    expect(relay.parts).not.toHaveProperty('database');
  });

  it('refuses reports with unknown keys, and has no project of its own', async () => {
    const relay = await start();
    await relay.send(createEnvelope(), { key: 'unknown' }).expect(403);
    expect(relay.parts.config.projects.map(({ slug }) => slug)).toEqual(['app']);
  });

  it('is ready without a database, and says how many reports wait', async () => {
    upstream.answer = () => ({ status: 503 });
    const relay = await start();
    await relay.send().expect(200);
    const health = await request(relay.url).get('/health/ready').set(asReader).expect(200);
    expect(health.body).toEqual({
      status: 'ready',
      problems: [],
      queue: { depth: 0, oldestMs: 0 },
      forwarding: { depth: 1, oldestMs: expect.any(Number) },
    });
  });

  it('counts outcomes in its metrics, not in the spool', async () => {
    const relay = await start();
    await relay.send(`${createEnvelope()}\n{"type":"profile"}\n{}`).expect(200);
    await relay.send('no envelope').expect(400);
    await relay.forwarded();
    const count = async (outcome: string, reason: string) =>
      findSample(await readMetrics(relay.url), 'errata_relay_items_total', { outcome, reason });
    await eventually('a refusal', async () => (await count('invalid', 'malformed')) === 1);
    expect(await count('forwarded', 'sent')).toBe(2);
    const rows = relay.parts.spoolFile.db.prepare('SELECT count(*) FROM tallies').pluck().get();
    expect(rows).toBe(0);
    const metrics = await readMetrics(relay.url);
    expect(findSample(metrics, 'errata_relay_database_up', {})).toBeUndefined();
  });

  it('refuses reports with 503 while FORWARD_MAX_BYTES wait, and takes them afterwards', async () => {
    upstream.answer = () => ({ status: 503 });
    // Each report takes one page of 4,096 bytes.
    const relay = await start({ FORWARD_MAX_BYTES: String(3 * 4096) });
    await relay.send().expect(200);
    await relay.send().expect(200);
    await relay.send().expect(200);
    const refused = await relay.send().expect(503);
    expect(refused.headers).toHaveProperty('retry-after');
    upstream.answer = () => ({});
    await relay.forwarded();
    await relay.send().expect(200);
  });

  it('starts to process new reports once its mode is changed', async () => {
    const relay = await start();
    await relay.send().expect(200);
    await relay.forwarded();
    await relay.close();
    const both = await startRelay({ DATA_DIR: relay.dataDir, UPSTREAM_DSN: upstream.dsn });
    const eventId = createEventId();
    await both.send(createEnvelope({ eventId })).expect(200);
    await both.drained();
    await both.forwarded();
    expect(readStoredEvents(both.dataDir).ids).toEqual([eventId]);
    expect(upstream.eventIds).toContain(eventId);
  });
});
