import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { readPayload } from '#events';
import { CallSignature } from '#persistence';
import { reportLimits } from '#shared';
import { asReader } from '../../../test/support/metrics.ts';
import { createEnvelope, createEvent, createEventId } from './support/envelopes.ts';
import { fillDiskOf } from './support/full-disk.ts';
import { publicKey, shareRelay, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';

const ENVELOPE = '/api/1/envelope/';
const AUTH = `Sentry sentry_version=7, sentry_client=spec/1, sentry_key=${publicKey}`;

let relay: StartedRelay;
let dsn: string;

shareRelay((shared) => (relay = shared));

beforeEach(async () => {
  dsn = await relay.getDsn('app');
});

function post(path = ENVELOPE): request.Test {
  return request(relay.url).post(path).set('Content-Type', 'application/x-sentry-envelope');
}

function postAuthorised(): request.Test {
  return post().set('X-Sentry-Auth', AUTH);
}

function countStored(eventId: string): number {
  return readStoredEvents(relay.dataDir).ids.filter((id) => id === eventId).length;
}

async function expectToWork(): Promise<void> {
  const eventId = createEventId();
  await postAuthorised().send(createEnvelope({ eventId })).expect(200, { id: eventId });
  await relay.drained();
  expect(countStored(eventId)).toBe(1);
}

describe('a good report', () => {
  it('tells by its time of sending how far off the clock of later logs is', async () => {
    relay = await startRelay();
    const send = (header: object, type: string, payload: object) =>
      postAuthorised()
        .send(`${JSON.stringify(header)}\n{"type":"${type}"}\n${JSON.stringify(payload)}\n`)
        .expect(200);
    const sdk = { name: 'sentry.javascript.node', version: '10.78.0' };
    const nowMs = Date.now();
    const behindMs = 600_000;
    const header = { sdk, sent_at: new Date(nowMs - behindMs).toISOString() };
    await send(header, 'transaction', { transaction: 'GET /' });
    const log = { timestamp: (nowMs - behindMs - 5000) / 1000, level: 'info', body: 'written' };
    await send({ sdk }, 'log', { items: [log] });
    await relay.drained();
    const projects = new Map([[1, 'app']]);
    const { logs } = await relay.parts.stores.logs.search({ projects, search: [], nowMs });
    expect(logs).toHaveLength(1);
    expect(Math.abs(logs[0]!.atMs - (nowMs - 5000))).toBeLessThan(2000);
  });

  it('is stored, and readable, once it is acknowledged', async () => {
    relay = await startRelay();
    const eventId = createEventId();
    await postAuthorised().send(createEnvelope({ eventId })).expect(200, { id: eventId });
    await relay.drained();
    const { issues, events } = relay.parts.stores;
    const [issue, ...others] = await issues.list({ limit: 100 });
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      projectSlug: 'app',
      type: 'TypeError',
      place: 'step2 (app/step2.js:3)',
      events: 1,
    });
    const found = await events.find(issue!.id, eventId);
    const event = readPayload(found?.payload?.json ?? '');
    expect(event).toMatchObject({ eventId, exceptions: [{ type: 'TypeError' }] });
  });

  it.each([
    ['a slash at the end', '/api/1/envelope/'],
    ['no slash at the end', '/api/1/envelope'],
    ['two slashes', '//api/1/envelope/'],
    ['slashes everywhere', '/api//1//envelope//'],
  ])('is taken at an address with %s, as SDKs make it of a DSN', async (_, path) => {
    await post(path).set('X-Sentry-Auth', AUTH).send(createEnvelope()).expect(200);
  });

  it('is taken with its key in the DSN alone', async () => {
    await post().send(createEnvelope({ dsn })).expect(200);
  });

  it('is answered with limits only when it has kinds that Errata does not show', async () => {
    const spans = `${createEnvelope()}\n{"type":"span"}\n{}\n{"type":"transaction"}\n{}`;
    const answer = await postAuthorised().send(spans).expect(200);
    expect(answer.headers).not.toHaveProperty('x-sentry-rate-limits');
    const profile = '{}\n{"type":"profile"}\n{}';
    const { headers } = await postAuthorised().send(profile).expect(200);
    expect(headers['x-sentry-rate-limits']).toBe('3600:profile;trace_metric;replay:project');
    const forwarded = postAuthorised().set('Errata-Hops', '1').send(profile);
    expect((await forwarded.expect(200)).headers).not.toHaveProperty('x-sentry-rate-limits');
    // While a kind is held back, the SDK for Python samples fewer traces.
    const python = post(`${ENVELOPE}?sentry_key=${publicKey}&sentry_client=sentry.python.django`);
    const told = await python.send(profile).expect(200);
    expect(told.headers).not.toHaveProperty('x-sentry-rate-limits');
  });

  it.each(['/monitoring?o=1&p=2', '//monitoring'])(
    'is taken through the tunnel at %s, as text',
    async (path) => {
      const eventId = createEventId();
      await request(relay.url)
        .post(path)
        .set('Content-Type', 'text/plain;charset=UTF-8')
        .send(createEnvelope({ dsn: dsn.replace('127.0.0.1', 'errata.example'), eventId }))
        .expect(200, { id: eventId });
    },
  );

  it('is answered with the id of its event, or a new one, where its header has none', async () => {
    const eventId = createEventId();
    const own = createEnvelope({ eventId: null, event: createEvent({ event_id: eventId }) });
    await postAuthorised().send(own).expect(200, { id: eventId });
    const { body } = await postAuthorised()
      .send(createEnvelope({ eventId: null }))
      .expect(200);
    const { id } = body as { id: string };
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    await relay.drained();
    expect([countStored(eventId), countStored(id)]).toEqual([1, 1]);
  });

  it('may contain nothing but kinds that nobody knows', async () => {
    await relay.drained();
    await postAuthorised().send('{}\n{"type":"whatever","length":2}\n{}\n').expect(200, {});
    expect((await relay.spool.getQueueState(0)).depth).toBe(0);
  });
});

describe('a refusal', () => {
  it.each<[string, number, (test: request.Test) => request.Test]>([
    ['a body that is no envelope', 400, (test) => test.send('hello')],
    [
      'a good event beside a bad one',
      400,
      (test) => test.send(`${createEnvelope()}\n{"type":"event"}\n{"a":nope}`),
    ],
    ['a body over its limit', 413, (test) => test.send('x'.repeat(reportLimits.wireBytes + 1))],
  ])(
    'answers %s with %i and a reason, and the next good report is taken',
    async (_, status, send) => {
      const answer = await send(postAuthorised());
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ detail: expect.any(String) });
      expect(answer.headers['x-sentry-error']).toBe((answer.body as { detail: string }).detail);
      await expectToWork();
    },
  );

  it.each([
    ['an envelope without a DSN', 400, () => undefined],
    ['an invalid DSN', 400, () => 'hello'],
  ])('answers %s through the tunnel with %i', async (_, status, makeDsn) => {
    const sent = makeDsn();
    const envelope = createEnvelope(sent === undefined ? {} : { dsn: sent });
    await request(relay.url).post('/monitoring').send(envelope).expect(status);
  });

  it.each([
    ['/', 'get', 404],
    ['/api/x/envelope/', 'post', 404],
    ['/monitoring', 'get', 404],
  ] as const)('is JSON for an unknown address: %s by %s', async (path, method, status) => {
    const answer = await request(relay.url)[method](path);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ detail: 'There is nothing at this address.' });
  });
});

describe('an early refusal', () => {
  it('is readable by a sender whose body is much larger than the relay reads', async () => {
    const answer = await fetch(`${relay.url}${ENVELOPE}?sentry_key=nope`, {
      method: 'POST',
      body: 'x'.repeat(15 * 1024 * 1024),
    });
    expect(answer.status).toBe(403);
    expect(answer.headers.get('connection')).toBe('close');
    expect(await answer.json()).toEqual({ detail: 'The project key is unknown or disabled.' });
  });

  it('answers a body of unknown length once it is over the limit', async () => {
    const bytes = reportLimits.wireBytes;
    const lines = `{"dsn":"${dsn}"}\n{"type":"attachment","length":${bytes}}\n`;
    const answer = await fetch(`${relay.url}/monitoring`, {
      method: 'POST',
      body: new Blob([lines, new Uint8Array(bytes)]).stream(),
      duplex: 'half',
    } as RequestInit);
    expect(answer.status).toBe(413);
  });

  it('does not wait for an announced body that never comes', async () => {
    const { text } = await converse([
      `POST ${ENVELOPE} HTTP/1.1`,
      'Host: x',
      'X-Sentry-Auth: Sentry sentry_key=nope',
      'Content-Length: 1000',
      '',
      'x',
    ]);
    expect(text).toMatch(/^HTTP\/1.1 403 /);
  });

  it('answers after the first line of a body that names the key', async () => {
    const { text } = await converse([
      'POST /monitoring HTTP/1.1',
      'Host: x',
      'Content-Length: 1000',
      '',
      JSON.stringify({ dsn: dsn.replace(publicKey, 'nope') }),
      '',
    ]);
    expect(text).toMatch(/^HTTP\/1.1 403 /);
  });

  function converse(lines: readonly string[]): Promise<{ text: string }> {
    return new Promise((resolve, reject) => {
      let text = '';
      const socket = connect(Number(new URL(relay.url).port), '127.0.0.1');
      socket.on('data', (chunk) => (text += chunk.toString()));
      socket.on('close', () => resolve({ text })).on('error', reject);
      socket.write(lines.join('\r\n'));
    });
  }
});

describe('a sender that disconnects in the middle of a body', () => {
  it.each([
    ['plain', ''],
    ['encoded', 'Content-Encoding: gzip\r\n'],
  ])('leaves nothing of a body that is %s', async (_, header) => {
    const eventId = createEventId();
    const plain = createEnvelope({ eventId });
    const envelope = header ? gzipSync(plain) : Buffer.from(plain);
    const socket = connect(Number(new URL(relay.url).port), '127.0.0.1');
    const start = `POST ${ENVELOPE} HTTP/1.1\r\nHost: x\r\n${header}X-Sentry-Auth: ${AUTH}\r\n`;
    socket.write(`${start}Content-Length: ${envelope.length}\r\n\r\n`);
    await new Promise((resolve) => socket.write(envelope.subarray(0, -1), resolve));
    socket.resetAndDestroy();
    await expectToWork();
    expect(countStored(eventId)).toBe(0);
  });
});

describe('CORS', () => {
  it('allows preflight requests of any page', async () => {
    const answer = await request(relay.url)
      .options(ENVELOPE)
      .set('Origin', 'https://shop.example')
      .set('Access-Control-Request-Method', 'POST')
      .set('Access-Control-Request-Headers', 'x-sentry-auth,content-type');
    expect(answer.status).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toContain('POST');
    for (const name of ['X-Sentry-Auth', 'Content-Type', 'Content-Encoding', 'Authorization']) {
      expect(answer.headers['access-control-allow-headers']).toContain(name);
    }
  });

  it.each([
    ['taken', (test: request.Test) => test.set('X-Sentry-Auth', AUTH).send(createEnvelope())],
    ['malformed', (test: request.Test) => test.set('X-Sentry-Auth', AUTH).send('hello')],
    ['forbidden', (test: request.Test) => test.send(createEnvelope())],
  ])('lets any page read the answer to a report that is %s', async (_, send) => {
    const { headers } = await send(post());
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-allow-credentials']).toBeUndefined();
    expect(headers['access-control-expose-headers']).toBe(
      'x-sentry-error, x-sentry-rate-limits, retry-after',
    );
  });
});

describe('a spool that cannot be written', () => {
  it('has reports refused with 503 and Retry-After, makes the relay unready, and recovers', async () => {
    relay = await startRelay();
    const { db } = relay.parts.spoolFile;
    const makeRoom = fillDiskOf(relay.parts.spoolFile);
    for (const bytes of [500_000, 25_000]) {
      const answer = await postAuthorised().send(createEnvelope({ event: createEvent({ bytes }) }));
      expect(answer.status).toBe(503);
      expect(answer.body).toEqual({ detail: 'The relay cannot store reports at the moment.' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      await expectToBeUnready();
    }
    // The relay stays unready although a small write succeeds, because the next report may be
    // larger.
    await relay.parts.spoolFile.write(() => db.prepare('DELETE FROM probe').run());
    expect(relay.spool.isFailing).toBe(false);
    await expectToBeUnready();
    makeRoom();
    await request(relay.url).get('/health/ready').expect(200);
    await expectToWork();
  });

  async function expectToBeUnready(): Promise<void> {
    const answer = await request(relay.url).get('/health/ready').set(asReader).expect(503);
    expect(answer.body).toMatchObject({
      status: 'unready',
      problems: ['The spool cannot be written.'],
    });
    await request(relay.url).get('/health/ready').expect(503, { status: 'unready' });
  }
});

describe('the health routes', () => {
  const ask = (path: string, headers = {}) => request(relay.url).get(path).set(headers);
  const signed = (path: string, secret = relay.parts.secret) => ({
    Authorization: new CallSignature(secret).sign({ method: 'GET', target: path }, Date.now()),
  });

  it.each([
    ['the metrics token', () => asReader],
    ['a signature', signed],
  ])('give status, depth and age of the queue to a caller with %s', async (_, by) => {
    await relay.drained();
    const queue = { depth: 0, oldestMs: 0 };
    await ask('/health/live', by('/health/live')).expect(200, { status: 'live', queue });
    const { id } = await relay.parts.stores.installation.get();
    await ask('/health/ready', by('/health/ready')).expect(200, {
      status: 'ready',
      problems: [],
      installation: id,
      queue,
    });
  });

  it.each([
    ['nothing', () => ({})],
    ['a guessed token', () => ({ Authorization: 'Bearer a guess' })],
    ['a signature by another secret', (path: string) => signed(path, 'x'.repeat(32))],
    ['a signature of another call', () => signed('/internal/operation')],
  ])('give only the status to a caller with %s', async (_, by) => {
    await ask('/health/live', by('/health/live')).expect(200, { status: 'live' });
    await ask('/health/ready', by('/health/ready')).expect(200, { status: 'ready' });
  });

  it.each(['/health/live', '/health/ready', '/HEALTH/Ready', '//health/ready', '/health/other'])(
    'are not readable for pages of any origin: %s',
    async (path) => {
      const read = await ask(path, { Origin: 'https://evil.example' });
      const preflight = await request(relay.url)
        .options(path)
        .set({ Origin: 'https://evil.example', 'Access-Control-Request-Headers': 'authorization' });
      for (const { headers } of [read, preflight]) {
        expect(
          Object.keys(headers).filter((name) => /^(?:access-control|cross-origin)-/.test(name)),
        ).toEqual([]);
      }
      expect(preflight.status).toBe(404);
    },
  );
});
