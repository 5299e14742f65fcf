import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createAlertMessage } from '#product/testing';
import { AnsweringServer, MailServer } from '#product/testing/receivers';
import { eventually } from '../../../test/support/eventually.ts';
import { startRelay } from './support/started-relay.ts';

const by = { byUserId: 1, nowMs: 0 };
const WEB = { projectId: 1 };

let server: AnsweringServer;
let mails: MailServer;

beforeEach(() => {
  server = new AnsweringServer();
  mails = new MailServer();
});

afterEach(() => Promise.all([server.close(), mails.close()]));

describe('the relay', () => {
  it('sends the messages of the outbox by HTTP and mail, and logs them', async () => {
    const [port, SMTP_URL] = await Promise.all([server.listen(), mails.listen()]);
    const { parts } = await startRelay({ SMTP_URL, PUBLIC_URL: 'https://errata.example' });
    const { channels, deliveries } = parts.stores;
    await channels.allowHost(`127.0.0.1:${port}`, by);
    const settings = { address: `http://127.0.0.1:${port}/in`, secret: 'a secret of the webhook' };
    const channel = { kind: 'webhook' as const, name: 'Ops', hint: '', settings };
    const channelId = (await channels.add(WEB, channel, by))!;
    const nowMs = Date.now();
    const project = { slug: 'app', name: 'app' };
    for (const destination of [
      { to: 'channel' as const, channelId },
      { to: 'mail' as const, address: 'ann@example.org' },
    ]) {
      await deliveries.put({ destination, message: createAlertMessage({ project }) }, nowMs);
    }
    const isAllSent = async (): Promise<boolean> => {
      const log = await deliveries.list(WEB, 9);
      return log.length === 2 && log.every(({ state }) => state === 'sent');
    };
    await eventually('both to be sent', isAllSent);
    expect(server.requests).toMatchObject([{ url: '/in' }]);
    expect(mails.mails).toMatchObject([{ from: 'errata@errata.example', to: ['ann@example.org'] }]);
  });

  it('sends its heartbeat to HEARTBEAT_URL while all is well', async () => {
    const port = await server.listen();
    await startRelay({ HEARTBEAT_URL: `http://127.0.0.1:${port}/beat` });
    await eventually('a beat', () => server.requests.length > 0);
    expect(server.requests[0]?.url).toBe('/beat');
  });
});
