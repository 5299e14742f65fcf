import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { createStores, intakeSettings, openDatabase } from '#persistence';
import { eventually } from '../../../test/support/eventually.ts';
import { asReader } from '../../../test/support/metrics.ts';
import { KeyMirror } from '../src/keys/key-mirror.ts';
import { SpoolRoom } from '../src/health/spool-room.ts';
import { createEnvelope } from './support/envelopes.ts';
import { createIncomingReport } from './support/incoming-report.ts';
import { ClockDouble } from './support/doubles.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';

const BY = { byUserId: 1, nowMs: Date.UTC(2026, 0, 5) };
const KEY = `?sentry_key=${publicKey}`;

const send = (relay: StartedRelay, body = createEnvelope()): request.Test =>
  request(relay.url).post(`/api/1/envelope/${KEY}`).send(body);

const TRANSACTION = '{}\n{"type":"transaction"}\n{}\n';

describe('a key, and a project, over its limit', () => {
  it.each([
    ['RATE_LIMIT_PER_KEY', 'key'],
    ['RATE_LIMIT_PER_PROJECT', 'project'],
  ])(
    'by %s is told until when, and which kinds, and nothing is written',
    async (variable, scope) => {
      const clock = new ClockDouble();
      const relay = await startRelay({ [variable]: '2' }, { clock });
      await send(relay, TRANSACTION).expect(200);
      await send(relay).expect(200);
      await send(relay).expect(200);
      const answer = await send(relay);
      expect(answer.status).toBe(429);
      expect(answer.headers).toMatchObject({
        'retry-after': '60',
        'x-sentry-rate-limits': `60:default;error;security;attachment;feedback;session:${scope}`,
        'x-sentry-error': (answer.body as { detail: string }).detail,
        'access-control-expose-headers': expect.stringMatching(/x-sentry-rate-limits/),
      });
      await request(relay.url)
        .get(`/api/1/store/${KEY}&sentry_data=${Buffer.from('{}').toString('base64')}`)
        .expect(429);
      clock.ms += 60_000;
      await send(relay).expect(200);
      await relay.drained();
    },
  );

  it('is told before its body has been read', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '1' }, { clock: new ClockDouble() });
    await send(relay).expect(200);
    const answer = await send(relay, 'this is no envelope at all');
    expect(answer.status).toBe(429);
  });

  it('is held to it over envelopes of many, which pass or do not as a whole', async () => {
    const relay = await startRelay({ RATE_LIMIT_PER_KEY: '3' }, { clock: new ClockDouble() });
    const pair = `${createEnvelope()}\n{"type":"event"}\n{}`;
    await send(relay, pair).expect(200);
    await send(relay, pair).expect(429);
    await send(relay).expect(200);
    await relay.drained();
  });
});

describe('a rate that is set of a project, or a key', () => {
  /** DESIGN §5: a change of keys counts from then on at the latest. */
  const HONOURED_WITHIN_MS = 2000;

  it.each(['key', 'project'] as const)(
    'counts within two seconds, before that of all, for a %s',
    async (scope) => {
      const clock = new ClockDouble();
      const relay = await startRelay(
        { RATE_LIMIT_PER_KEY: '1', RATE_LIMIT_PER_PROJECT: '1' },
        { clock },
      );
      const database = openDatabase({ dataDir: relay.dataDir });
      const { projectSettings, settings } = createStores(database);
      const rates = scope === 'key' ? { key: 3, project: 100 } : { key: 100, project: 3 };
      const key = { projectId: 1, publicKey, reportsPerMinute: rates.key };
      await projectSettings.limitKey(key, BY);
      const patch = { reportsPerMinute: rates.project };
      await settings.patch(intakeSettings, { projectId: 1, patch, ...BY });
      await eventually(
        'it to count',
        () => relay.app.get(KeyMirror).findKeyOf('app')?.keyPerMinute,
        HONOURED_WITHIN_MS,
      );
      await database.close();
      for (let count = 0; count < 3; count += 1) await send(relay).expect(200);
      const answer = await send(relay).expect(429);
      expect(answer.headers['x-sentry-rate-limits']).toMatch(new RegExp(`^60:.*:${scope}$`));
      await relay.drained();
    },
  );

  it('counts after a restart also while the database is away', async () => {
    const clock = new ClockDouble();
    const first = await startRelay({}, { clock });
    const database = openDatabase({ dataDir: first.dataDir });
    const { projectSettings } = createStores(database);
    await projectSettings.limitKey({ projectId: 1, publicKey, reportsPerMinute: 1 }, BY);
    await database.close();
    await first.app.get(KeyMirror).refresh();
    await first.close();
    // Nobody listens on that port.
    const DATABASE_URL = 'postgres://errata@127.0.0.1:1/errata';
    const relay = await startRelay({ DATA_DIR: first.dataDir, DATABASE_URL }, { clock });
    await send(relay).expect(200);
    await send(relay).expect(429);
  });
});

describe('the origins that a project allows', () => {
  const SHOP = 'https://shop.example.com';

  async function startWith(origins: readonly string[]): Promise<StartedRelay> {
    const relay = await startRelay({});
    const database = openDatabase({ dataDir: relay.dataDir });
    const patch = { allowedOrigins: origins.length > 0 ? origins : undefined };
    await createStores(database).settings.patch(intakeSettings, { projectId: 1, patch, ...BY });
    await database.close();
    await relay.app.get(KeyMirror).refresh();
    return relay;
  }

  const tunnel = (relay: StartedRelay): request.Test => {
    const dsn = `http://${publicKey}@errata.example.com/1`;
    return request(relay.url).post('/monitoring').send(createEnvelope({ dsn }));
  };

  it('may report, by every door, and pages of no other', async () => {
    const relay = await startWith(['shop.example.com']);
    const pixel = (): request.Test =>
      request(relay.url).get(
        `/api/1/store/${KEY}&sentry_data=${Buffer.from('{}').toString('base64')}`,
      );
    for (const ask of [() => send(relay), () => tunnel(relay)]) {
      await ask().set('Origin', SHOP).expect(200);
      await ask().set('Origin', 'null').expect(403);
      const answer = await ask().set('Origin', 'https://evil.example').expect(403);
      expect(answer.headers['x-sentry-error']).toBe(
        'The project takes no reports of pages of this origin.',
      );
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    await pixel().set('Referer', `${SHOP}/cart?page=2`).expect(200);
    await pixel().set('Referer', 'https://evil.example/').expect(403);
    await pixel().set('Referer', 'no address').expect(403);
    await relay.drained();
  });

  it('do not hold servers and apps back, which have none', async () => {
    const relay = await startWith(['shop.example.com']);
    await send(relay).expect(200);
    await tunnel(relay).expect(200);
    await relay.drained();
  });

  it('may be those of apps and extensions, one by one', async () => {
    const relay = await startWith(['capacitor://localhost', 'file://']);
    await send(relay).set('Origin', 'capacitor://localhost').expect(200);
    await tunnel(relay).set('Origin', 'file://').expect(200);
    await send(relay).set('Origin', 'ionic://localhost').expect(403);
    await tunnel(relay).set('Origin', 'http://localhost').expect(403);
    await relay.drained();
  });

  it('are all, where none is set', async () => {
    const relay = await startWith([]);
    await send(relay).set('Origin', 'null').expect(200);
    await relay.drained();
  });

  it('count after a restart also while the database is away', async () => {
    const first = await startWith(['shop.example.com']);
    await first.close();
    // Nobody listens on that port.
    const DATABASE_URL = 'postgres://errata@127.0.0.1:1/errata';
    const relay = await startRelay({ DATA_DIR: first.dataDir, DATABASE_URL });
    await send(relay).set('Origin', SHOP).expect(200);
    await send(relay).set('Origin', 'https://evil.example').expect(403);
  });
});

describe('a relay without room', () => {
  it.each([
    ['so many reports wait', { QUEUE_MAX_REPORTS: '2' }],
    // A report that is written by itself takes a page.
    ['so many bytes wait', { QUEUE_MAX_BYTES: '8192' }],
  ])(
    'because %s refuses more, says so, and takes them once they are processed',
    async (_, limits) => {
      const relay = await startRelay(limits);
      const { claim } = relay.spool;
      relay.spool.claim = async () => [];
      await send(relay).expect(200);
      await send(relay).expect(200);
      const answer = await send(relay);
      expect(answer.status).toBe(503);
      expect(answer.headers).toMatchObject({
        'retry-after': '10',
        'x-sentry-rate-limits':
          '10:default;error;security;attachment;feedback;session:organization',
      });
      const health = await request(relay.url).get('/health/ready').set(asReader).expect(503);
      expect((health.body as { problems: string[] }).problems).toEqual([
        expect.stringMatching(/no room for reports/),
      ]);
      relay.spool.claim = claim;
      await relay.spool.append(createIncomingReport());
      await relay.drained();
      expect(relay.spool.queuedBytes).toBe(0);
      await send(relay).expect(200);
      await relay.drained();
    },
  );

  it('on its disk leaves what is left to others', async () => {
    const relay = await startRelay({ DISK_MIN_FREE_BYTES: String(2 ** 52) });
    await relay.app.get(SpoolRoom).measure();
    await send(relay).expect(503);
  });

  it('that cannot tell how much is free takes reports', async () => {
    const relay = await startRelay({ DISK_MIN_FREE_BYTES: String(2 ** 52) });
    const { room, mode, forwarding } = relay.parts.config;
    const dataDir = '/does/not/exist';
    const spoolRoom = new SpoolRoom(relay.spool, { dataDir, room, mode, forwarding });
    await spoolRoom.measure();
    expect(spoolRoom.findLack()).toBeUndefined();
  });
});
