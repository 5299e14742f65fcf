import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SqliteDatabase } from '#sqlite';
import request from 'supertest';
import { privacySettings } from '#product/recording/privacy';
import { senderHeader, SenderSignature } from '#persistence';
import type { NormalisedEvent } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { StoredReports } from '../../../test/support/stored-reports.ts';
import type { SpooledReport } from '../src/spool/ports/spool-queue.ts';
import { createEnvelope, createEvent, createEventId } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const SECRET = 'a secret of thirty-two characters';
const ASKING = {
  platform: 'javascript',
  sdk: { name: 'sentry.javascript.browser', version: '11', settings: { infer_ip: 'auto' } },
};
const AUTO = { user: { ip_address: '{{auto}}' } };
const SPOOFED = {
  'X-Forwarded-For': '192.0.2.66',
  Forwarded: 'for=192.0.2.66',
  'X-Real-IP': '192.0.2.66',
};

const readers: StoredReports[] = [];
let upstream: UpstreamDouble;

beforeEach(async () => {
  upstream = await new UpstreamDouble().open();
});

afterEach(async () => {
  for (const reader of readers.splice(0)) await reader.close();
});

/** Makes the project store whole IP addresses, so that the tests can tell the addresses apart. */
async function start(variables: Record<string, string> = {}): Promise<StartedRelay> {
  const clock = new ClockDouble();
  // The renderer's signature expires, so the clock must show the real time.
  clock.ms = Date.now();
  const relay = await startRelay({ ERRATA_SECRET: SECRET, ...variables }, { clock });
  const change = { projectId: 1, patch: { addresses: 'keep' }, nowMs: 1 } as const;
  if (variables['RELAY_MODE'] !== 'forward') {
    await relay.parts.stores.settings.patch(privacySettings, change);
    // The relay may have cached the earlier rules for a second.
    clock.ms += 1000;
  }
  return relay;
}

async function send(
  relay: StartedRelay,
  traits: object,
  headers: Record<string, string> = {},
): Promise<string> {
  const eventId = createEventId();
  const body = createEnvelope({ eventId, event: createEvent({ ...traits }) });
  await relay.send(body).set(headers).expect(200);
  return eventId;
}

function read(relay: StartedRelay, eventId: string): Promise<NormalisedEvent> {
  readers[0] ??= new StoredReports(relay.dataDir);
  return readers[0].untilEvent(eventId);
}

async function report(...args: Parameters<typeof send>): Promise<NormalisedEvent['user']> {
  return (await read(args[0], await send(...args))).user;
}

function watchClaims({ spool }: StartedRelay): SpooledReport[] {
  const claimed: SpooledReport[] = [];
  const claim = spool.claim.bind(spool);
  spool.claim = async (limits) => {
    const reports = await claim(limits);
    claimed.push(...reports.filter(({ tally }) => tally === undefined));
    return reports;
  };
  return claimed;
}

const pass = (address: string, { secret = SECRET, atMs = Date.now() } = {}) => ({
  [senderHeader]: new SenderSignature(secret).write(address, atMs),
});

describe('the address of a sender', () => {
  it('is unknown for local connections without a trusted proxy, whatever the headers say', async () => {
    const relay = await start();
    expect(await report(relay, AUTO, SPOOFED)).toBeUndefined();
    expect(await report(relay, ASKING, SPOOFED)).toBeUndefined();
  });

  it('is the address that the renderer names', async () => {
    const relay = await start();
    const headers = { ...SPOOFED, ...pass('2001:db8::1') };
    expect(await report(relay, AUTO, headers)).toEqual({ ipAddress: '2001:db8::1' });
  });

  it('counts users without a name, though it is stored without its last part', async () => {
    const relay = await startRelay({ ERRATA_SECRET: SECRET, TRUST_PROXY: 'loopback' });
    for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.7']) {
      const id = await send(relay, ASKING, { 'X-Forwarded-For': address });
      expect((await read(relay, id)).user).toEqual({ ipAddress: '203.0.113.0' });
    }
    const db = new SqliteDatabase(join(relay.dataDir, 'errata.sqlite'), { readOnly: true });
    expect(db.prepare('SELECT events, users FROM issues').all()).toEqual([{ events: 3, users: 2 }]);
    db.close();
  });

  it('is known for events of every format', async () => {
    const relay = await start();
    const eventId = createEventId();
    const event = JSON.stringify(createEvent({ event_id: eventId, ...AUTO }));
    const query = { sentry_key: publicKey };
    const named = pass('203.0.113.6');
    const store = request(relay.url).post('/api/1/store/').query(query).set(named);
    await store.send(event).expect(200);
    expect((await read(relay, eventId)).user).toEqual({ ipAddress: '203.0.113.6' });
    const image = createEventId();
    const inAddress = JSON.stringify({ event_id: image, message: 'x', ...AUTO });
    await request(relay.url)
      .get('/api/1/store/')
      .query({ ...query, sentry_data: inAddress })
      .set(pass('203.0.113.7'))
      .expect(200);
    expect((await read(relay, image)).user).toEqual({ ipAddress: '203.0.113.7' });
    const tunnelled = createEventId();
    const dsn = `http://${publicKey}@errata.example/1`;
    const body = createEnvelope({ dsn, eventId: tunnelled, event: createEvent({ ...ASKING }) });
    await request(relay.url).post('/monitoring').set(named).send(body).expect(200);
    expect((await read(relay, tunnelled)).user).toEqual({ ipAddress: '203.0.113.6' });
  });
});

describe('the address of a sender, in the spool', () => {
  it('is stored for reports that may ask for it, and for no others', async () => {
    const relay = await start();
    const claimed = watchClaims(relay);
    const eventId = createEventId();
    await send(relay, {}, pass('203.0.113.7'));
    const feedback = '{"contexts":{"feedback":{"message":"It is broken."}}}';
    const said = `{"event_id":"${eventId}"}\n{"type":"feedback"}\n${feedback}`;
    await relay.send(said).set(pass('203.0.113.8')).expect(200);
    await relay.drained();
    expect(claimed.map(({ senderAddress }) => senderAddress)).toEqual(['203.0.113.7', undefined]);
  });
});

describe('the address of a sender, in forwarded reports', () => {
  it.each(['process', 'forward'])('is sent to the upstream in mode %s', async (mode) => {
    const relay = await start({
      RELAY_MODE: mode,
      UPSTREAM_DSN: upstream.dsn,
      TRUST_PROXY: 'loopback',
    });
    const eventId = await send(relay, AUTO, { 'X-Forwarded-For': '192.0.2.66, 203.0.113.7' });
    await relay.forwarded();
    await send(relay, AUTO, { ...SPOOFED, ...pass('2001:db8::1') });
    await relay.forwarded();
    await send(relay, AUTO, { ...SPOOFED, ...pass('2001:db8::1', { atMs: 0 }) });
    await relay.forwarded();
    expect(upstream.taken[0]!.eventId).toBe(eventId);
    expect(upstream.taken[0]!.body).toContain('"ip_address":"{{auto}}"');
    expect(upstream.taken.map(({ headers }) => headers['x-forwarded-for'])).toEqual([
      '203.0.113.7',
      '2001:db8::1',
      undefined,
    ]);
    for (const { headers } of upstream.taken) expect(headers).not.toHaveProperty(senderHeader);
  });
});
