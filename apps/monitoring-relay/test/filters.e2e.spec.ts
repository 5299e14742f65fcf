import { describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { readPayload } from '#events';
import { filterSettings } from '#product/recording/filters';
import { groupingRuleSettings } from '#product/recording/grouping-rules';
import { ClockDouble } from '#telemetry/testing';
import { createEnvelope, createEvent } from './support/envelopes.ts';
import { publicKey, startRelay } from './support/started-relay.ts';

const FROM_AFAR = { 'X-Forwarded-For': '203.0.113.7' };
const SCRIPT_ERROR = {
  platform: 'javascript',
  exception: { values: [{ type: 'Error', value: 'Script error.' }] },
};
const ATTACHMENT = '{"type":"attachment","length":3}\nabc\n';
const VIOLATION = {
  'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://a.example' },
};

const call = (filename: string, name: string) => ({ filename, function: name, in_app: true });
const DECLINED = {
  platform: 'node',
  fingerprint: ['of the SDK'],
  tags: { bank: 'north' },
  exception: {
    values: [
      {
        type: 'DeclinedError',
        value: 'no money',
        stacktrace: { frames: [call('src/pay.js', 'pay'), call('vendor/bank.js', 'charge')] },
      },
    ],
  },
};
const RULES = [
  'type:DeclinedError -> fingerprint=["declined", "{{ tags.bank }}"] title="Declined by {{ tags.bank }}"',
  'path:vendor/** -> -app',
  'environment:staging -> ignore',
];

describe('the grouping rules of a project', () => {
  it('group, title and ignore later events, and leave earlier ones as they are', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay({}, { clock });
    const { settings, issues, events } = relay.parts.stores;
    const send = async (traits: object): Promise<void> => {
      await relay.send(createEnvelope({ event: createEvent({ ...traits }) })).expect(200);
    };
    await send(DECLINED);
    await relay.drained();
    const patch = { lines: RULES };
    await settings.patch(groupingRuleSettings, { projectId: 1, patch, nowMs: 0 });
    clock.ms += 1000;
    await send({ ...DECLINED, environment: 'staging' });
    await send(DECLINED);
    await send({ ...DECLINED, tags: { bank: 'south' } });
    await send({
      ...DECLINED,
      exception: { values: [{ type: 'DeclinedError', value: 'closed' }] },
    });
    expect(await relay.counted(5)).toEqual([
      `1 ${publicKey} filtered/rules error 1`,
      `1 ${publicKey} stored/taken error 4`,
    ]);
    const stored = await issues.list({ limit: 10 });
    const told = stored.map(({ type, place, events: count }) => [type, place, count]);
    expect(told.toSorted(([one], [other]) => (`${one}` < `${other}` ? -1 : 1))).toEqual([
      ['Declined by north', expect.any(String), 2],
      ['Declined by south', 'pay (src/pay.js)', 1],
      ['DeclinedError', 'charge (vendor/bank.js)', 1],
    ]);
    const { payload } = (await events.find(stored.find(({ type }) => type.endsWith('south'))!.id))!;
    const read = readPayload(payload!.json);
    expect(read.title).toMatchObject({ type: 'Declined by south', value: 'no money' });
    expect(read.exceptions[0]!.frames.map(({ inApp }) => inApp)).toEqual([true, false]);
    expect(JSON.parse(payload!.json)).toMatchObject({
      event: { fingerprint: ['of the SDK'], exception: DECLINED.exception },
    });
  });
});

describe('the filters of a project', () => {
  it('have events acknowledged, counted by the name of the filter, and not stored', async () => {
    const clock = new ClockDouble();
    const relay = await startRelay({ TRUST_PROXY: 'loopback' }, { clock });
    const { settings, issues } = relay.parts.stores;
    const send = async (traits: object, headers = {}, files = ''): Promise<void> => {
      const envelope = createEnvelope({ event: createEvent({ ...traits }) });
      await relay.send(`${envelope}\n${files}`).set(headers).expect(200);
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
    expect(await relay.counted(7)).toEqual([
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
