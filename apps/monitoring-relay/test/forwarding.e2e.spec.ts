import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { spanSettings } from '#product/performance/segments';
import { eventually } from '../../../test/support/eventually.ts';
import { UnwantedSpans } from '../src/intake/admission/unwanted-spans.ts';
import type { RelayParts } from '../src/relay-parts.ts';
import { listBodyFiles } from './support/body-files.ts';
import { createEnvelope, createEventId } from './support/envelopes.ts';
import { HastyPause } from './support/hasty-pause.ts';
import { InternalCalls } from './support/internal-calls.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import type { StartedRelay } from './support/started-relay.ts';
import { readStoredEvents } from './support/stored-events.ts';
import { UpstreamDouble } from './support/upstream-double.ts';

const PATH = '/base/api/5/envelope/';

let upstream: UpstreamDouble;

beforeEach(async () => {
  upstream = await new UpstreamDouble().open();
});

function start(
  variables: Record<string, string> = {},
  parts: Partial<RelayParts> = {},
): Promise<StartedRelay> {
  return startRelay({ UPSTREAM_DSN: upstream.dsn, ...variables }, parts);
}

async function report(relay: StartedRelay, reports: number): Promise<string[]> {
  const ids: string[] = [];
  for (let count = 0; count < reports; count += 1) {
    const eventId = createEventId();
    await relay.send(createEnvelope({ eventId })).expect(200);
    ids.push(eventId);
  }
  return ids;
}

function line(value: object): string {
  return JSON.stringify(value);
}

describe('a relay with an upstream', () => {
  it('sends each report unchanged except for the DSN and key of the upstream', async () => {
    const relay = await start();
    const eventId = createEventId();
    const rest = [
      '{"type":"event", "x": 1.0}',
      '{"message":"ünspoilt"}',
      '{"type":"profile"}',
      '{"spans":[]}',
      '',
    ].join('\n');
    const dsn = `http://${publicKey}@errata.example/1`;
    const header = (of: string) => `{"event_id":"${eventId}", "dsn":"${of}","sent_at":"then"}\n`;
    await relay.send(header(dsn) + rest).expect(200);
    await relay.forwarded();
    const [sent] = upstream.taken;
    expect(sent).toMatchObject({ path: PATH, body: header(upstream.dsn) + rest });
    expect(sent!.headers).toMatchObject({
      'content-type': 'application/x-sentry-envelope',
      'user-agent': expect.stringMatching(/^errata\/\d/),
      'x-sentry-auth': expect.stringMatching(/sentry_version=7.*sentry_key=upkey$/),
    });
    expect(JSON.stringify(sent!.headers)).not.toContain(publicKey);
  });

  it('processes the same reports, and counts each item once', async () => {
    const relay = await start();
    const eventId = createEventId();
    const profile = `\n${line({ type: 'profile' })}\n${line({ sid: 'a' })}`;
    await relay.send(createEnvelope({ eventId }) + profile).expect(200);
    await relay.send(`{}\n${line({ type: 'profile' })}\n{}`).expect(200);
    await request(relay.url)
      .post('/api/1/store/')
      .query({ sentry_key: publicKey })
      .send({ type: 'transaction' })
      .expect(200);
    await relay.forwarded();
    await relay.drained();
    expect(readStoredEvents(relay.dataDir).ids).toEqual([eventId]);
    expect(await relay.counted(4)).toEqual([
      `1 ${publicKey} forwarded/sent profile 2`,
      `1 ${publicKey} invalid/malformed transaction 1`,
      `1 ${publicKey} stored/taken error 1`,
    ]);
    expect(upstream.taken).toHaveLength(3);
    expect(upstream.taken[2]!.body).toContain('{"type":"transaction","length":22}');
  });

  it('forwards reports of other routes too', async () => {
    const relay = await start();
    const query = { sentry_key: publicKey };
    await request(relay.url).post('/api/1/store/').query(query).send('{"message":"x"}').expect(200);
    const violation = line({ 'csp-report': { 'violated-directive': 'img-src' } });
    await request(relay.url).post('/api/1/security/').query(query).send(violation).expect(200);
    await relay.forwarded();
    expect(upstream.taken.map(({ body }) => body.split('\n')[1])).toEqual([
      line({ type: 'event', length: 15 }),
      line({ type: 'raw_security', length: violation.length }),
    ]);
  });

  it('sends large reports compressed from their files, and removes the files', async () => {
    const relay = await start();
    const eventId = createEventId();
    const bytes = randomBytes(1_500_000).toString('hex');
    const file = `\n${line({ type: 'attachment', length: bytes.length, filename: 'a' })}\n${bytes}`;
    const body = createEnvelope({ eventId, dsn: `http://${publicKey}@errata.example/1` }) + file;
    await relay.send(body).expect(200);
    await relay.forwarded();
    await relay.drained();
    const sent = upstream.taken[0]!;
    expect(sent.headers['content-encoding']).toBe('gzip');
    const ofUpstream = body.replace(`http://${publicKey}@errata.example/1`, upstream.dsn);
    expect(sent.body === ofUpstream).toBe(true);
    await eventually('no files', () => listBodyFiles(relay.dataDir).length === 0);
  });

  it('forwards each named project to its own upstream, and no other project', async () => {
    const other = await new UpstreamDouble().open();
    const relay = await startRelay({
      ERRATA_PROJECTS: 'web=1:kw,api=2:ka,quiet=3:kq',
      UPSTREAM_DSN: `web=${upstream.dsn},api=${other.dsn}`,
    });
    await relay.send(createEnvelope({ eventId: 'a'.repeat(32) }), { key: 'kw' }).expect(200);
    await relay
      .send(createEnvelope({ eventId: 'b'.repeat(32) }), { project: 2, key: 'ka' })
      .expect(200);
    await relay
      .send(createEnvelope({ eventId: 'c'.repeat(32) }), { project: 3, key: 'kq' })
      .expect(200);
    await relay.drained();
    await relay.forwarded();
    expect(upstream.eventIds).toEqual(['a'.repeat(32)]);
    expect(other.eventIds).toEqual(['b'.repeat(32)]);
    expect(readStoredEvents(relay.dataDir).ids).toHaveLength(3);
  });
});

describe('an upstream', () => {
  const hasty = { pause: new HastyPause() };

  it('gets spans of a project that counts none, whose SDKs are not told to hold them back', async () => {
    const relay = await start();
    const off = { projectId: 1, patch: { taken: 'off' }, nowMs: 0 } as const;
    await relay.parts.stores.settings.patch(spanSettings, off);
    await eventually('intake to know', () => relay.app.get(UnwantedSpans).has(1));
    const spans = `{}\n${line({ type: 'span', item_count: 1 })}\n{}`;
    const { headers } = await relay.send(spans).expect(200);
    await relay.forwarded();
    expect(headers).not.toHaveProperty('x-sentry-rate-limits');
    expect(upstream.taken[0]!.body).toContain('{"type":"span"');
  });

  it('causes no loss of processed reports while it is away', async () => {
    const relay = await start({ UPSTREAM_DSN: 'http://k@127.0.0.1:1/5', FORWARD_MAX_BYTES: '1' });
    const ids = await report(relay, 5);
    await relay.drained();
    expect(readStoredEvents(relay.dataDir).ids.toSorted()).toEqual(ids.toSorted());
  });

  it('gets all waiting reports once, in order and over one connection, when it comes back', async () => {
    const { port } = upstream;
    await upstream.close();
    const relay = await start({ UPSTREAM_DSN: `http://upkey@127.0.0.1:${port}/base/5` }, hasty);
    const ids = await report(relay, 20);
    expect(relay.spool.forwards.amount.reports).toBe(20);
    const back = await new UpstreamDouble().open(port);
    await relay.forwarded();
    expect(back.eventIds).toEqual(ids);
    expect(back.connections).toBe(1);
  });

  it('is on the operator page, without its key', async () => {
    const said = { 'X-Sentry-Error': 'no such key: upkey' };
    upstream.answer = () => ({ status: 403, headers: said });
    const relay = await start();
    await report(relay, 2);
    const calls = new InternalCalls(relay);
    await eventually(
      'a hold',
      async () => (await calls.describe()).upstreams[0]?.held !== undefined,
    );
    const { upstreams } = await calls.describe();
    expect(upstreams).toEqual([
      {
        name: `127.0.0.1:${upstream.port}/base/5`,
        depth: 2,
        bytes: relay.spool.forwards.amount.bytes,
        oldestMs: expect.any(Number),
        held: { untilMs: expect.any(Number), why: expect.stringContaining('no such key: ***') },
        lost: 0,
      },
    ]);
    expect(JSON.stringify(upstreams)).not.toContain('upkey');
  });
});
