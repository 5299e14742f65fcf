import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  BrowserClient,
  captureFeedback,
  defaultStackParser,
  makeFetchTransport,
  Scope,
} from '@sentry/browser';
import { eventually } from './support/eventually.ts';
import { startErrata } from './support/started-errata.ts';
import type { StartedErrata } from './support/started-errata.ts';

describe('feedback, sent by an SDK', () => {
  let errata: StartedErrata;
  let cookie: string;
  let client: BrowserClient;
  const scope = new Scope();

  beforeAll(async () => {
    const owner = { email: 'ada@example.org', password: 'correct horse battery staple' };
    errata = await startErrata({
      ERRATA_OWNER_EMAIL: owner.email,
      ERRATA_OWNER_PASSWORD: owner.password,
    });
    const { headers } = await fetch(`${errata.url}/sign-in?_action=sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: errata.url },
      body: new URLSearchParams(owner),
    });
    cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    client = new BrowserClient({
      dsn: errata.dsn,
      transport: makeFetchTransport,
      stackParser: defaultStackParser,
      integrations: [],
    });
    scope.setClient(client);
    client.init();
  });

  afterAll(async () => {
    await client.close();
    await errata.end();
  });

  const read = async (path: string): Promise<string> => {
    const answer = await fetch(errata.url + path, { headers: { Cookie: cookie } });
    return answer.text();
  };

  it('is on the feedback page, with or without an error, and hidden from strangers', async () => {
    const associatedEventId = scope.captureException(new Error('The cart was lost'));
    captureFeedback({ message: 'I cannot pay.', name: 'Bob', associatedEventId }, {}, scope);
    captureFeedback(
      { message: 'Where is the cart?', name: 'Ann', email: 'ann@example.org' },
      { attachments: [{ filename: 'cart.txt', data: 'it is empty' }] },
      scope,
    );
    await client.flush(5000);
    const about = `href="/issues/1?event=${associatedEventId}"`;
    const all = await eventually('both on the page', async () => {
      const html = await read('/feedback');
      return html.includes('Where is the cart?') && html.includes(about) && html;
    });
    expect(all).toContain('I cannot pay.');
    const alone = await read('/feedback?only=without-error');
    expect(alone).toContain('Where is the cart?');
    expect(alone).toContain('it is empty');
    expect(alone).not.toContain('I cannot pay.');
    const [file] = /\/feedback\/\d+\/attachments\/\d+/.exec(alone) ?? [];
    expect(await read(file!)).toBe('it is empty');
    for (const path of ['/feedback', file!]) {
      const answer = await fetch(errata.url + path);
      expect(answer.status).toBe(401);
      expect(await answer.text()).not.toContain('Where is the cart?');
    }
  });
});
