import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { createStores, openDatabase } from '#product';
import { intakeSettings } from '#product/projects/projects';
import { reportLimits } from '#shared';
import { ClockDouble } from '#telemetry/testing';
import { KeyMirror } from '../src/keys/key-mirror.ts';
import { createEnvelope, createEvent, createEventId } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const BY = { byUserId: 1, nowMs: Date.UTC(2026, 0, 5) };
const KEY = `?sentry_key=${publicKey}`;

const TIMES = { start_timestamp: 1e9, end_timestamp: 1e9 };
const SPAN = { ...TIMES, span_id: 'a'.repeat(16), name: 'x'.repeat(300) };
const PROFILE = '{}\n{"type":"profile"}\n{}\n';

describe('a key or project over its limit', () => {
  it.each([
    ['RATE_LIMIT_PER_KEY', 'key'],
    ['RATE_LIMIT_PER_PROJECT', 'project'],
  ])('is refused by %s, and told until when and for which kinds', async (variable, scope) => {
    const clock = new ClockDouble();
    const relay = await startRelay({ [variable]: '3' }, { clock });
    const pair = () => `${createEnvelope()}\n{"type":"event"}\n{}`;
    await relay.send(PROFILE).expect(200);
    await relay.send(pair()).expect(200);
    await relay.send(pair()).expect(429);
    await relay.send().expect(200);
    // A key over its limit is refused before its body is read.
    await relay.send('this is no envelope at all').expect(429);
    const answer = await relay.send();
    expect(answer.status).toBe(429);
    expect(answer.headers).toMatchObject({
      'retry-after': '60',
      'x-sentry-rate-limits': `60:default;error;security;attachment;feedback;monitor:${scope}`,
      'x-sentry-error': (answer.body as { detail: string }).detail,
      'access-control-expose-headers': expect.stringMatching(/x-sentry-rate-limits/),
    });
    await request(relay.url)
      .get(`/api/1/store/${KEY}&sentry_data=${Buffer.from('{}').toString('base64')}`)
      .expect(429);
    clock.ms += 60_000;
    await relay.send().expect(200);
    await relay.drained();
  });

  it('is refused once its bodies inflate to too many bytes, whether they are taken or not', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '100' }, { clock: new ClockDouble() });
    const { decodedBytes, eventBytes } = reportLimits;
    const noise = randomBytes(100_000).toString('hex');
    const body = gzipSync(`{}\n{"type":"event"}\n${noise}${' '.repeat(eventBytes)}`);
    const sendCompressed = (compressed: Buffer) =>
      relay.send(compressed).set('Content-Encoding', 'gzip');
    for (let bytes = 0; bytes < decodedBytes; bytes += eventBytes - body.length) {
      await sendCompressed(gzipSync(PROFILE)).expect(200);
      await sendCompressed(body).expect(413);
    }
    await relay.send(PROFILE).expect(200);
    const { headers } = await sendCompressed(gzipSync(PROFILE)).expect(429);
    expect(headers['x-sentry-rate-limits']).toMatch(/^60:default;.*session.*span:key$/);
  });

  it.each([
    ['logs', 'log', 'log_item', { timestamp: 1, level: 'info', body: 'x'.repeat(300) }],
    ['spans', 'span', 'span', SPAN],
  ])('may send batches of %s within their own allowance', async (_, type, kind, one) => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '2' }, { clock: new ClockDouble() });
    const items = JSON.stringify(Array.from({ length: 100 }, () => one));
    // The same bytes would count once.
    const createBatch = () =>
      `{}\n{"type":"${type}","item_count":100}\n{"id":"${createEventId()}","items":${items}}\n`;
    const large = JSON.stringify({ message: 'x'.repeat(20_000) });
    const event = `{"type":"event"}\n${large}\n`;
    await relay.send().expect(200);
    await relay.send().expect(200);
    await relay.send().expect(429);
    await relay.send(createBatch()).expect(200);
    await relay.send(`{}\n${event}`).expect(429);
    await relay.send(createBatch()).expect(200);
    await relay.send(createBatch()).expect(429);
    expect(await relay.counted(304)).toEqual([
      `1 ${publicKey} rate_limited/key error 2`,
      `1 ${publicKey} rate_limited/key ${kind} 100`,
      `1 ${publicKey} stored/taken error 2`,
      `1 ${publicKey} stored/taken ${kind} 200`,
    ]);
  });

  it('may send sessions within their own allowance, alone and among errors', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '2' }, { clock: new ClockDouble() });
    const session = '{"type":"session"}\n{"sid":"1","status":"ok","init":true}\n';
    await relay.send().expect(200);
    await relay.send().expect(200);
    await relay.send(`{}\n${session}`).expect(200);
    await relay.send(`${createEnvelope()}\n${session}`).expect(429);
    await relay.send(`{}\n${session}`).expect(429);
    expect(await relay.counted(6)).toEqual([
      `1 ${publicKey} rate_limited/key error 1`,
      `1 ${publicKey} rate_limited/key session 1`,
      `1 ${publicKey} stored/taken error 2`,
      `1 ${publicKey} stored/taken session 2`,
    ]);
  });
});

describe('the settings of a project and its key', () => {
  const SHOP = 'https://shop.example.com';
  const EVIL = 'https://evil.example';

  interface Settings {
    readonly key?: number;
    readonly allowedOrigins?: readonly string[];
  }

  async function set({ dataDir, app }: StartedRelay, given: Settings): Promise<void> {
    const { key, allowedOrigins } = given;
    const database = openDatabase({ dataDir });
    const { projectSettings, settings } = createStores(database);
    const limit = { projectId: 1, publicKey, ...(key ? { reportsPerMinute: key } : {}) };
    await projectSettings.limitKey(limit, BY);
    await settings.patch(intakeSettings, { projectId: 1, patch: { allowedOrigins }, ...BY });
    await database.close();
    await app.get(KeyMirror).refresh();
  }

  const tunnel = (relay: StartedRelay): request.Test => {
    const dsn = `http://${publicKey}@errata.example.com/1`;
    return request(relay.url).post('/monitoring').send(createEnvelope({ dsn }));
  };

  it('let pages of allowed origins alone report by every route, and servers and apps', async () => {
    const relay = await startRelay();
    await relay.send().set('Origin', 'null').expect(200);
    await set(relay, { allowedOrigins: ['shop.example.com'] });
    const pixel = (): request.Test =>
      request(relay.url).get(
        `/api/1/store/${KEY}&sentry_data=${Buffer.from('{}').toString('base64')}`,
      );
    for (const ask of [() => relay.send(), () => tunnel(relay)]) {
      await ask().expect(200);
      await ask().set('Origin', SHOP).expect(200);
      await ask().set('Origin', 'null').expect(403);
      const answer = await ask().set('Origin', EVIL).expect(403);
      expect(answer.headers['x-sentry-error']).toBe(
        'The project does not accept reports from pages of this origin.',
      );
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    await pixel().set('Referer', `${SHOP}/cart?page=2`).expect(200);
    await pixel().set('Referer', `${EVIL}/`).expect(403);
    await pixel().set('Referer', 'no address').expect(403);
    await relay.drained();
  });

  it('apply after a restart also while the database is away', async () => {
    const clock = new ClockDouble();
    const first = await startRelay({}, { clock });
    await set(first, { key: 1, allowedOrigins: ['shop.example.com'] });
    await first.close();
    // Port 1 has no listener.
    const DATABASE_URL = 'postgres://errata@127.0.0.1:1/errata';
    const relay = await startRelay({ DATA_DIR: first.dataDir, DATABASE_URL }, { clock });
    await relay.send().set('Origin', EVIL).expect(403);
    await relay.send().set('Origin', SHOP).expect(200);
    await relay.send().set('Origin', SHOP).expect(429);
  });
});

describe('a key for errors alone', () => {
  interface Limited extends StartedRelay {
    readonly errorKey: string;
  }

  async function startLimited(variables: Record<string, string> = {}): Promise<Limited> {
    const relay = await startRelay(variables, { clock: new ClockDouble() });
    const { projects, projectSettings } = relay.parts.stores;
    await projectSettings.ensureErrorKey('app', 0);
    await relay.app.get(KeyMirror).refresh();
    const keys = await projects.listKeys();
    const key = keys.find(({ scope }) => scope === 'errors');
    return Object.assign(relay, { errorKey: key?.publicKey ?? '' });
  }

  const at = ({ url, errorKey }: Limited, path: string): request.Test =>
    request(url).post(`/api/1${path}?sentry_key=${errorKey}`).type('application/octet-stream');

  const eventOf = (bytes: number): object => {
    const event = { ...createEvent(), message: '' };
    return { ...event, message: 'x'.repeat(bytes - JSON.stringify(event).length) };
  };

  const countAll = async (relay: Limited, items: number): Promise<string[]> =>
    (await relay.counted(items)).map((line) => line.replace(relay.errorKey, 'errors'));

  it('takes events up to 64 KiB, on every route and in every encoding', async () => {
    const relay = await startLimited();
    const [largest, larger] = [65_536, 65_537].map(eventOf) as [object, object];
    expect(JSON.stringify(largest)).toHaveLength(reportLimits.errorKeyEventBytes);
    const dsn = `http://${relay.errorKey}@errata.example.com/1`;
    const doors: ((event: object) => request.Test)[] = [
      (event) => at(relay, '/envelope/').send(createEnvelope({ event })),
      (event) => request(relay.url).post('/monitoring').send(createEnvelope({ dsn, event })),
      (event) => at(relay, '/store/').send(JSON.stringify(event)),
      (event) =>
        at(relay, '/envelope/')
          .set('Content-Encoding', 'gzip')
          .send(gzipSync(createEnvelope({ event }))),
      (event) => at(relay, '/store/').send(Buffer.from(JSON.stringify(event)).toString('base64')),
    ];
    for (const sendBy of doors) {
      await sendBy(largest).expect(200);
      const { headers } = await sendBy(larger).expect(413);
      expect(headers['x-sentry-error']).toMatch(/event.* is larger than its key accepts\.$/);
    }
    expect(await countAll(relay, 10)).toEqual([
      '1 errors invalid/too_large error 2',
      '1 errors invalid/too_large unknown 3',
      '1 errors stored/taken error 5',
    ]);
    await relay.send(createEnvelope({ event: larger })).expect(200);
    await relay.drained();
  });

  it.each([
    ['', {}],
    [', also where an upstream takes all reports', { UPSTREAM_DSN: 'http://k@127.0.0.1:9/1' }],
  ])('keeps only the events of an envelope, and counts all other items%s', async (_, variables) => {
    const relay = await startLimited(variables);
    const others = ['attachment', 'client_report', 'feedback', 'raw_security', 'transaction']
      .map((type) => `{"type":"${type}"}\n{}\n`)
      .join('');
    await at(relay, '/envelope/').send(`${createEnvelope()}\n${others}`).expect(200);
    await at(relay, '/envelope/').send(`{}\n${others}`).expect(200);
    await at(relay, '/store/').send('{"type":"transaction"}').expect(200);
    expect(await countAll(relay, 12)).toEqual([
      '1 errors filtered/kind attachment 2',
      '1 errors filtered/kind feedback 2',
      '1 errors filtered/kind internal 2',
      '1 errors filtered/kind security 2',
      '1 errors filtered/kind transaction 3',
      '1 errors stored/taken error 1',
    ]);
  });

  it('takes 60 events a minute, and says for which kinds it takes no more', async () => {
    const relay = await startLimited();
    const post = (events = 1): request.Test => {
      const more = '\n{"type":"event"}\n{}'.repeat(events - 1);
      return at(relay, '/envelope/').send(createEnvelope() + more);
    };
    await post(61).expect(429);
    await post(60).expect(200);
    const { headers } = await post().expect(429);
    expect(headers).toMatchObject({
      'x-sentry-rate-limits': '60:default;error;security;attachment;feedback;monitor:key',
    });
    await relay.send().expect(200);
    await relay.drained();
  });

  it('brings no attachments or security reports on their own routes', async () => {
    const relay = await startLimited();
    const form = request(relay.url)
      .post(`/api/1/events/${'a'.repeat(32)}/attachments/?sentry_key=${relay.errorKey}`)
      .attach('file', Buffer.from('abc'), 'a.txt');
    const violation = { 'csp-report': { 'effective-directive': 'img-src' } };
    for (const ask of [
      form,
      at(relay, '/security/').send(JSON.stringify(violation)),
      at(relay, '/csp-report/').send(JSON.stringify(violation)),
    ]) {
      const { headers } = await ask.expect(403);
      expect(headers['x-sentry-error']).toBe('This key accepts only errors.');
    }
    expect(await countAll(relay, 3)).toEqual([
      '1 errors filtered/kind attachment 1',
      '1 errors filtered/kind security 2',
    ]);
  });
});
