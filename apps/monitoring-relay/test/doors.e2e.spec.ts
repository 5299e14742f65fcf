import { deflateSync, gzipSync } from 'node:zlib';
import { defaultStackParser, makeNodeTransport, NodeClient } from '@sentry/node';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { readPayload } from '#events';
import { reportLimits } from '#shared';
import { createEvent, createEventId } from './support/envelopes.ts';
import { publicKey, shareRelay, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';

const KEY = `?sentry_key=${publicKey}`;
const STORE = `/api/1/store/${KEY}`;
const SECURITY = `/api/1/security/${KEY}`;

let relay: StartedRelay;

shareRelay((shared) => (relay = shared));

const post = (path: string): request.Test => request(relay.url).post(path);

async function listIssues() {
  await relay.drained();
  return relay.parts.stores.issues.list({ limit: 100 });
}

async function findEvent(eventId: string) {
  for (const { id } of await listIssues()) {
    const found = await relay.parts.stores.events.find(id, eventId);
    if (found) return { event: readPayload(found.payload!.json) };
  }
  throw new Error(`There is no event ${eventId}.`);
}

describe('an event without an envelope', () => {
  let eventId: string;
  let json: string;
  const pack = (): string => deflateSync(json).toString('base64');

  beforeEach(() => {
    eventId = createEventId();
    json = JSON.stringify(createEvent({ event_id: eventId }));
  });

  it.each<[string, (test: request.Test) => request.Test]>([
    ['JSON', (test) => test.type('json').send(json)],
    ['base64 over zlib', (test) => test.type('application/octet-stream').send(pack())],
    ['gzip', (test) => test.set('Content-Encoding', 'gzip').send(gzipSync(json))],
  ])('is taken at /store/ as %s', async (_, send) => {
    await send(post(STORE)).expect(200, { id: eventId });
    expect(await findEvent(eventId)).toMatchObject({ event: { eventId } });
  });

  it('is taken with NaN in it, as Python writes it', async () => {
    const event = json.replace('{', '{"extra":{"ratio":NaN,"text":"NaN"},');
    await post(STORE).send(event).expect(200);
    expect(await findEvent(eventId)).toMatchObject({
      event: { extra: { ratio: null, text: 'NaN' } },
    });
  });

  it('is taken with a value that is too large, which is shortened and noted', async () => {
    const extra = { blob: 'x'.repeat(1_100_000), more: 'as it was' };
    await post(STORE)
      .send(JSON.stringify(createEvent({ event_id: eventId, extra })))
      .expect(200);
    expect(await findEvent(eventId)).toMatchObject({
      event: {
        extra: { more: 'as it was' },
        cut: expect.arrayContaining([
          expect.stringMatching(/^longest strings: 1 shortened, by \d+ bytes$/),
        ]),
      },
    });
  });

  it('is given an id when it has none', async () => {
    const { body } = await post(STORE).send(JSON.stringify(createEvent())).expect(200);
    const { id } = body as { id: string };
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(await findEvent(id)).toMatchObject({ event: { eventId: id } });
  });

  it('is taken from the query, and answered with a pixel that is not cached', async () => {
    for (const data of [pack(), encodeURIComponent(pack())]) {
      const answer = await request(relay.url).get(`${STORE}&sentry_version=7&sentry_data=${data}`);
      expect(answer.status).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/gif',
        'cache-control': 'no-store',
        'access-control-allow-origin': '*',
      });
      expect((answer.body as Buffer).subarray(0, 6).toString()).toBe('GIF89a');
    }
    await relay.drained();
    expect(readStoredEvents(relay.dataDir).ids.filter((id) => id === eventId)).toHaveLength(1);
  });

  it.each<[string, number, () => request.Test]>([
    ['a missing key', 403, () => post('/api/1/store/').send(json)],
    ['the key of another project', 403, () => post(`/api/2/store/${KEY}`).send(json)],
    ['an invalid project id', 404, () => post(`/api/app/store/${KEY}`).send(json)],
    [
      'a body over its limit',
      413,
      () =>
        post(STORE)
          .type('text/plain')
          .send('A'.repeat(2 * reportLimits.eventBytes + 1)),
    ],
    ['a query without data', 400, () => request(relay.url).get(STORE)],
    [
      'a query with two events',
      400,
      () => request(relay.url).get(`${STORE}&sentry_data=a&sentry_data=b`),
    ],
    ['a query without a key', 403, () => request(relay.url).get('/api/1/store/?sentry_data=e30=')],
  ])('is refused because of %s, with status %i and a reason', async (_, status, send) => {
    const answer = await send();
    expect(answer.status).toBe(status);
    expect(answer.headers['x-sentry-error']).toBe((answer.body as { detail: string }).detail);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect((await relay.spool.getQueueState(0)).depth).toBe(0);
  });
});

describe('a report of a violated Content-Security-Policy', () => {
  const legacy = {
    'csp-report': {
      'document-uri': 'https://shop.example/cart',
      'effective-directive': 'img-src',
      'violated-directive': 'img-src',
      'blocked-uri': 'https://evil.example/a.png',
    },
  };
  const current = {
    type: 'csp-violation',
    url: 'https://shop.example/cart',
    user_agent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36',
    body: {
      documentURL: 'https://shop.example/cart',
      effectiveDirective: 'img-src',
      blockedURL: 'https://evil.example/b.png',
    },
  };

  it('makes one issue, in either format, at either address', async () => {
    relay = await startRelay();
    const send = (path: string, type: string, body: unknown) =>
      post(path).type(type).send(JSON.stringify(body)).expect(200);
    await send(SECURITY, 'application/csp-report', legacy);
    await send(`/api/1/csp-report/${KEY}`, 'application/reports+json', [current, current]);
    const [issue, ...others] = await listIssues();
    expect(others).toEqual([]);
    expect(issue).toMatchObject({
      type: 'CSP',
      value: 'Blocked by img-src: evil.example',
      events: 3,
    });
  });

  it.each([
    ['a missing key', 403, JSON.stringify(legacy), ''],
    ['a report over its limit', 413, JSON.stringify({ 'csp-report': 'x'.repeat(1_100_000) }), KEY],
  ])('is refused because of %s, with status %i', async (_, status, body, query) => {
    await post(`/api/1/security/${query}`).type('application/csp-report').send(body).expect(status);
  });
});

describe('a check-in', () => {
  let slug: string;
  let cron: string;

  beforeEach(() => {
    slug = `nightly-${createEventId()}`;
    cron = `/api/1/cron/${slug}/${publicKey}/`;
  });

  async function listRuns() {
    await relay.drained();
    const { monitors } = relay.parts.stores;
    const monitor = (await monitors.list('all')).find((each) => each.slug === slug);
    const runs = await monitors.listRuns(monitor!.environments[0]!.id);
    return { monitor, runs };
  }

  it('is taken by GET, and gives the id of its run for the next one', async () => {
    const begun = await request(relay.url).get(`${cron}?status=in_progress`).expect(200);
    const { id } = begun.body as { id: string };
    expect(begun.headers['cache-control']).toBe('no-store');
    await request(relay.url).get(`${cron}?status=ok&check_in_id=${id}&duration=1.5`).expect(200);
    expect((await listRuns()).runs).toMatchObject([
      { checkInId: id, status: 'ok', durationMs: 1500 },
    ]);
  });

  it.each<[string, (test: request.Test) => request.Test]>([
    ['JSON', (test) => test.send({ status: 'error', environment: 'staging' })],
    ['a form', (test) => test.type('form').send({ status: 'error', environment: 'staging' })],
  ])('is taken as %s', async (_, send) => {
    await send(post(cron)).expect(200);
    expect(await listRuns()).toMatchObject({
      monitor: { environments: [{ environment: 'staging' }] },
      runs: [{ status: 'error' }],
    });
  });

  it('is not recorded for HEAD, which has the answer of GET', async () => {
    const path = `${cron}?environment=asked&status`;
    const { headers } = await request(relay.url).head(`${path}=ok`).expect(200);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-length': '2' });
    await request(relay.url).head(`${path}=late`).expect(400);
    await post(cron).send({ status: 'ok', environment: 'sent' }).expect(200);
    const { monitor } = await listRuns();
    expect(monitor?.environments.map(({ environment }) => environment)).toEqual(['sent']);
  });

  it('is refused without a status, a key or a monitor', async () => {
    await post(cron).expect(400);
    await post(`${cron}?status=missed`).expect(400);
    await post('/api/1/cron/--/abc/?status=ok').expect(403);
    await post(`/api/1/cron/--/${publicKey}/?status=ok`).expect(400);
    await post(`/api/app/cron/nightly/${publicKey}/?status=ok`).expect(404);
  });

  it('is taken as the SDK for Node.js sends it, which holds nothing back', async () => {
    const client = new NodeClient({
      dsn: relay.url.replace('://', `://${publicKey}@`) + '/1',
      integrations: [],
      transport: makeNodeTransport,
      stackParser: defaultStackParser,
      release: '1.0',
      environment: 'staging',
    });
    const config = { schedule: { type: 'crontab', value: '0 2 * * *' } } as const;
    const checkInId = client.captureCheckIn(
      { monitorSlug: slug, status: 'in_progress' },
      { ...config, checkinMargin: 5, maxRuntime: 10, timezone: 'Europe/Berlin' },
    );
    await client.flush(5000);
    client.captureCheckIn({ monitorSlug: slug, status: 'error', checkInId, duration: 2 });
    await client.close(5000);
    const { monitor, runs } = await listRuns();
    expect(monitor).toMatchObject({
      slug,
      scheduledBy: 'check-ins',
      config: { ...config, timeZone: 'Europe/Berlin', marginMinutes: 5, runtimeMinutes: 10 },
    });
    expect(runs).toMatchObject([{ checkInId, status: 'error', durationMs: 2000, release: '1.0' }]);
  });
});
