import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { reportLimits } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { SpoolRoom } from '../src/spool/room/spool-room.ts';
import { IntakeTally } from '../src/intake/intake-tally.ts';
import { createEnvelope, createEvent, createEventId } from './support/envelopes.ts';
import { fillDiskOf } from './support/full-disk.ts';
import { PatientPause } from './support/patient-pause.ts';
import { readOutcomes } from './support/stored-outcomes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const KEY = `?sentry_key=${publicKey}`;
const ENVELOPE = `/api/1/envelope/${KEY}`;
const STORE = `/api/1/store/${KEY}`;
const SECURITY = `/api/1/security/${KEY}`;
const CSP = {
  'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://a.example' },
};

const REPLAY = '{"type":"replay_event"}\n{}\n';
const ATTACHMENT = '{"type":"attachment","length":3}\nabc\n';
const DROPS =
  '{"type":"client_report"}\n{"discarded_events":[{"reason":"ratelimit_backoff","category":"error","quantity":5}]}\n';
/** Intake accepts this JSON, but processing refuses its depth. */
const BAD_EVENT = `{"type":"event"}\n{"a":${'['.repeat(70)}${']'.repeat(70)}}\n`;

let clock: ClockDouble;

beforeEach(() => {
  clock = new ClockDouble();
});

const post = (relay: StartedRelay, path: string, body: string | Buffer): request.Test =>
  request(relay.url).post(path).type('application/octet-stream').send(body);

async function countAll(relay: StartedRelay, sent: number): Promise<string[]> {
  const lines = await relay.counted(sent);
  const { quantity, inHours } = readOutcomes(relay.dataDir);
  expect({ quantity, inHours }).toEqual({ quantity: sent, inHours: sent });
  return lines;
}

describe('the outcomes of reports', () => {
  it('count each item of acknowledged reports, whether stored, filtered or failed', async () => {
    const relay = await startRelay({}, { clock });
    const eventId = createEventId();
    const again = createEnvelope({ eventId });
    await relay.send(again).expect(200);
    await relay.send(again).expect(200);
    await relay.send(`${createEnvelope()}\n${REPLAY}${ATTACHMENT}`).expect(200);
    await relay.send(`{}\n${REPLAY}{"type":"profile"}\n{}\n`).expect(200);
    const logs =
      '{"type":"log","item_count":12}\n{"items":[]}\n{"type":"log","item_count":1e9}\n{}\n';
    await relay.send(`{}\n${logs}{"type":"never seen"}\n{}\n`).expect(200);
    await relay.send('{}\n').expect(200);
    await post(relay, STORE, JSON.stringify(createEvent())).expect(200);
    await post(relay, SECURITY, JSON.stringify([CSP, { type: 'deprecation', body: {} }])).expect(
      200,
    );
    await relay.send(`${createEnvelope()}\n${BAD_EVENT}${REPLAY}`).expect(200);
    await relay.send(`{}\n${BAD_EVENT}${REPLAY}`).expect(200);
    expect(await countAll(relay, 29)).toEqual([
      `1 ${publicKey} duplicate/event_id error 1`,
      `1 ${publicKey} failed/unreadable error 2`,
      `1 ${publicKey} failed/unreadable log_item 1`,
      `1 ${publicKey} filtered/kind profile 1`,
      `1 ${publicKey} filtered/kind replay 4`,
      `1 ${publicKey} filtered/kind security 1`,
      `1 ${publicKey} filtered/kind unknown 1`,
      `1 ${publicKey} invalid/malformed log_item 12`,
      `1 ${publicKey} stored/taken attachment 1`,
      `1 ${publicKey} stored/taken error 4`,
      `1 ${publicKey} stored/taken security 1`,
    ]);
  });

  it('count reports in formats that Errata does not read, where the key is known', async () => {
    const relay = await startRelay({}, { clock });
    const refused = async (path: string, use: string) => {
      const { status, headers, body } = await post(relay, path, 'MDMP'.repeat(100));
      expect(status).toBe(403);
      expect(body).toEqual({ detail: expect.stringContaining(use) });
      expect(headers).toMatchObject({
        'x-sentry-error': (body as { detail: string }).detail,
        'access-control-allow-origin': '*',
        connection: 'close',
      });
    };
    await refused(`/api/1/minidump/${KEY}`, 'sentry-native');
    await refused(`/api/1/nel/${KEY}`, 'NEL');
    await refused(`/api/1/integration/otlp/v1/traces${KEY}`, 'Sentry SDK');
    await refused(`/api/1/integration/otlp/v1/logs/${KEY}`, 'Sentry SDK');
    await refused('/api/1/minidump/', 'sentry-native');
    await post(relay, `/api/1/integration/otlp/v1/other${KEY}`, '{}').expect(404);
    expect(await countAll(relay, 4)).toEqual([
      `1 ${publicKey} filtered/form error 1`,
      `1 ${publicKey} filtered/form log_item 1`,
      `1 ${publicKey} filtered/form span 1`,
      `1 ${publicKey} filtered/form unknown 1`,
    ]);
  });

  it('count the items of rate-limited reports, or one where they were not read', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '2' }, { clock });
    const three = `${createEnvelope()}\n{"type":"event"}\n{}\n${REPLAY}`;
    await relay.send().expect(200);
    await relay.send(three).expect(429);
    await relay.send().expect(200);
    await relay.send(three).expect(429);
    await post(relay, SECURITY, JSON.stringify(CSP)).expect(429);
    await request(relay.url).get(`${STORE}&sentry_data=e30=`).expect(429);
    const large = createEnvelope({
      event: createEvent({ bytes: reportLimits.overLimitReadBytes }),
    });
    await relay.send(large).expect(429);
    await relay.send('no envelope').expect(429);
    expect(await countAll(relay, 12)).toEqual([
      `1 ${publicKey} rate_limited/key error 6`,
      `1 ${publicKey} rate_limited/key replay 2`,
      `1 ${publicKey} rate_limited/key security 1`,
      `1 ${publicKey} rate_limited/key unknown 1`,
      `1 ${publicKey} stored/taken error 2`,
    ]);
  });

  it.each([
    ['with the key in the address', ENVELOPE, ''],
    ['through the tunnel', '/monitoring', `{"dsn":"http://${publicKey}@errata.example/1"}`],
  ])('count the drops that SDKs report, also over the limit: %s', async (_, path, header) => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '1' }, { clock });
    const of = (...items: string[]) => `${header || '{}'}\n${items.join('')}`;
    const event = '{"type":"event"}\n{"message":"x"}\n';
    const send = (body: string) => post(relay, path, body);
    await send(of(event)).expect(200);
    await send(of(event, DROPS, REPLAY)).expect(429);
    await send(of(DROPS)).expect(200);
    await send(of(...Array.from({ length: 99 }, () => '{"type":"client_report"}\n{}\n'))).expect(
      429,
    );
    expect(await countAll(relay, 104)).toEqual([
      `1 ${publicKey} rate_limited/key error 1`,
      `1 ${publicKey} rate_limited/key internal 99`,
      `1 ${publicKey} rate_limited/key replay 1`,
      `1 ${publicKey} stored/taken error 1`,
      `1 ${publicKey} stored/taken internal 2`,
    ]);
    const { outcomes } = relay.parts.stores;
    const range = {
      projectId: 1,
      fromMs: clock.ms - 60_000,
      toMs: clock.ms,
      per: 'hour',
    } as const;
    const discards = await outcomes.listDiscards(range);
    expect(discards.map(({ quantity }) => quantity).reduce((sum, one) => sum + one)).toBe(10);
  });

  it('count malformed and too large reports on each route', async () => {
    const relay = await startRelay({}, { clock });
    const large = JSON.stringify(createEvent({ bytes: reportLimits.eventBytes + 1 }));
    await relay.send('{}\n{"type":"event","length":9}\n{}').expect(400);
    await relay.send(`{}\n{"type":"event"}\n${large}`).expect(413);
    await post(relay, STORE, 'hello').expect(400);
    await post(relay, STORE, large).expect(413);
    await post(relay, SECURITY, 'hello').expect(400);
    await post(relay, `/api/1/csp-report/${KEY}`, 'hello').expect(400);
    await post(relay, `/api/1/events/${'a'.repeat(32)}/attachments/${KEY}`, 'x').expect(400);
    await request(relay.url).get(`${STORE}&sentry_data=hello`).expect(400);
    const tunnelled = `{"dsn":"http://${publicKey}@a/1"}\n{"type":"event","length":9}\n{}`;
    await post(relay, '/monitoring', tunnelled).expect(400);
    await relay.send('').set('Content-Encoding', 'rot13').expect(415);
    await relay
      .send(gzipSync(createEnvelope()).subarray(0, 40))
      .set('Content-Encoding', 'gzip')
      .expect(400);
    expect(await countAll(relay, 11)).toEqual([
      `1 ${publicKey} invalid/encoding unknown 1`,
      `1 ${publicKey} invalid/malformed attachment 1`,
      `1 ${publicKey} invalid/malformed error 2`,
      `1 ${publicKey} invalid/malformed security 2`,
      `1 ${publicKey} invalid/malformed unknown 3`,
      `1 ${publicKey} invalid/too_large error 1`,
      `1 ${publicKey} invalid/too_large unknown 1`,
    ]);
  });

  it('count nothing for reports without a valid key', async () => {
    const relay = await startRelay({}, { clock });
    await post(relay, '/api/1/envelope/?sentry_key=nope', createEnvelope()).expect(403);
    await post(relay, '/monitoring', 'no envelope').expect(400);
    await relay.send().expect(200);
    expect(await countAll(relay, 1)).toEqual([`1 ${publicKey} stored/taken error 1`]);
  });

  it('count reports that the relay had no room for, or could not write', async () => {
    const relay = await startRelay({ DISK_MIN_FREE_BYTES: String(2 ** 52) }, { clock });
    await relay.app.get(SpoolRoom).measure();
    await relay.send().expect(503);
    Object.assign(relay.app.get(SpoolRoom), { findLack: () => undefined });
    const makeRoom = fillDiskOf(relay.parts.spoolFile);
    await relay.send(`${createEnvelope()}\n${REPLAY}`).expect(503);
    makeRoom();
    expect(await countAll(relay, 3)).toEqual([
      `1 ${publicKey} failed/no_room unknown 1`,
      `1 ${publicKey} failed/unwritable error 1`,
      `1 ${publicKey} failed/unwritable replay 1`,
    ]);
  });

  it('count refused reports while the spool cannot be written', async () => {
    const relay = await startRelay({}, { clock });
    const { db } = relay.parts.spoolFile;
    db.pragma('query_only = 1');
    await relay.send().expect(503);
    await post(relay, STORE, 'hello').expect(400);
    db.pragma('query_only = 0');
    await post(relay, STORE, 'hello').expect(400);
    expect(await countAll(relay, 3)).toEqual([
      `1 ${publicKey} failed/unwritable error 1`,
      `1 ${publicKey} invalid/malformed error 2`,
    ]);
  });

  it('count the report of a sender that disconnects before the answer', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '1' }, { clock });
    await relay.send().expect(200);
    const socket = connect(Number(new URL(relay.url).port));
    const gone = once(socket, 'close');
    const tally = relay.app.get(IntakeTally);
    const { addRefused } = tally;
    tally.addRefused = (...given) => {
      socket.destroy();
      addRefused.apply(tally, given);
    };
    socket.write(`POST ${ENVELOPE} HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n{}`);
    await gone;
    expect(await countAll(relay, 2)).toEqual([
      `1 ${publicKey} rate_limited/key unknown 1`,
      `1 ${publicKey} stored/taken error 1`,
    ]);
  });

  it('are written by the time that the relay has stopped', async () => {
    const relay = await startRelay({}, { clock, pause: new PatientPause() });
    await post(relay, STORE, 'hello').expect(400);
    await relay.send(`{}\n${REPLAY}`).expect(200);
    expect(readOutcomes(relay.dataDir).lines).toEqual([]);
    await relay.close();
    expect(readOutcomes(relay.dataDir).lines).toEqual([
      `1 ${publicKey} filtered/kind replay 1`,
      `1 ${publicKey} invalid/malformed error 1`,
    ]);
  });
});
