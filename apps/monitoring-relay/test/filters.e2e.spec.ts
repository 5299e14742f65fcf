import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { filterSettings } from '#persistence';
import { eventually } from '../../../test/support/eventually.ts';
import { ClockDouble } from './support/doubles.ts';
import { createEnvelope, createEvent } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';
import { readOutcomes } from './support/stored-outcomes.ts';

const FROM_AFAR = { 'X-Forwarded-For': '203.0.113.7' };
const SCRIPT_ERROR = {
  platform: 'javascript',
  exception: { values: [{ type: 'Error', value: 'Script error.' }] },
};
const ATTACHMENT = '{"type":"attachment","length":3}\nabc\n';
/** What a browser sends of an image that a page may not load. */
const VIOLATION = {
  'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://a.example' },
};

describe('what a project filters', () => {
  it('is acknowledged, counted by the name of its filter, and not stored', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay({ TRUST_PROXY: 'loopback' }, { clock });
    const { settings, issues } = relay.parts.stores;
    const send = async (traits: object, headers = {}, files = ''): Promise<void> => {
      const envelope = createEnvelope({ event: createEvent({ ...traits }) });
      const post = request(relay.url).post(`/api/1/envelope/?sentry_key=${publicKey}`);
      await post.set(headers).send(`${envelope}\n${files}`).expect(200);
    };
    const change = async (patch: object): Promise<void> => {
      const done = await settings.patch(filterSettings, { projectId: 1, patch, nowMs: 0 });
      expect(done).toBe('changed');
      clock.ms += 1000;
    };
    await send(SCRIPT_ERROR, {}, ATTACHMENT);
    await send({ environment: 'staging' });
    await relay.drained();
    await change({ environments: ['stag*'], networks: ['203.0.113.0/24'], noise: false });
    await send({ environment: 'staging' });
    await send({}, FROM_AFAR);
    const security = request(relay.url).post(`/api/1/security/?sentry_key=${publicKey}`);
    await security.set(FROM_AFAR).send(VIOLATION).expect(200);
    await send(SCRIPT_ERROR);
    await relay.drained();
    await eventually('all to be counted', () => readOutcomes(relay.dataDir).quantity === 7);
    expect(readOutcomes(relay.dataDir).lines).toEqual([
      `1 ${publicKey} filtered/environments error 1`,
      `1 ${publicKey} filtered/networks error 1`,
      `1 ${publicKey} filtered/networks security 1`,
      `1 ${publicKey} filtered/noise attachment 1`,
      `1 ${publicKey} filtered/noise error 1`,
      `1 ${publicKey} stored/taken error 2`,
    ]);
    const stored = await issues.list({ limit: 10 });
    expect(stored.map(({ value }) => value).toSorted()).toEqual([
      'Script error.',
      'x is undefined',
    ]);
  });
});
