import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { senderHeader } from '#persistence';
import { hold } from './support/hold.ts';
import {
  createEnvelope,
  createEvent,
  createEventId,
} from '../apps/monitoring-relay/test/support/envelopes.ts';
import { startErrata } from './support/started-errata.ts';
import { StoredReports } from './support/stored-reports.ts';

const ASKING = {
  platform: 'javascript',
  sdk: { name: 'sentry.javascript.browser', version: '11', settings: { infer_ip: 'auto' } },
};
/**
 * The first address is forged by the visitor. The second is the visitor's own address, which the
 * proxy in TRUST_PROXY appends.
 */
const THROUGH = { 'X-Forwarded-For': '192.0.2.66, 203.0.113.7' };

const errata = hold(() => startErrata({ TRUST_PROXY: 'loopback' }));
let stored: StoredReports;

beforeAll(async () => {
  stored = new StoredReports(errata.dataDir);
});

afterAll(async () => {
  await stored.close();
});

async function report(url: string, headers: Record<string, string>): Promise<unknown> {
  const eventId = createEventId();
  const event = createEvent({ ...ASKING });
  await request(url)
    .post('/monitoring')
    .set({ ...THROUGH, ...headers })
    .send(createEnvelope({ dsn: errata.dsn, eventId, event }))
    .expect(200);
  return (await stored.untilEvent(eventId)).user;
}

describe('the address of a sender, from its request to the event', () => {
  it('passes through the console, which ignores a forged sender header', async () => {
    const user = await report(errata.url, { [senderHeader]: '192.0.2.66' });
    expect(user).toEqual({ ipAddress: '203.0.113.0' });
  });

  it('reaches the relay directly, too', async () => {
    expect(await report(errata.relayUrl, {})).toEqual({ ipAddress: '203.0.113.0' });
  });
});
