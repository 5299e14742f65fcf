import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PageReader } from '../page-data/page-reader.ts';
import { toResponse } from '../testing/answers.ts';
import { FakeFetch } from '../testing/fake-fetch.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSubmitOf } from '../testing/sendings.ts';
import { turn } from '../testing/turn.ts';
import { createActionSender } from './action-sender.ts';
import type { SendAction, ActionRequest } from './action-sender.ts';
import type { Reply } from './reply.ts';

describe('an action sender', () => {
  const SUBMIT = toSubmitOf({ at: '/a?x=1' });
  const LETTER: ActionRequest = { key: 'k1', body: { type: 'text/x', bytes: 'words', size: 5 } };
  const READER: Pick<PageReader, 'ask' | 'drop' | 'read'> = {
    drop: () => {},
    ask: (held) => ({ 'Router-State': `b1 ${held.join(' ')}` }),
    read: async () => undefined,
  };

  let browser: FakeWindow;
  let server: FakeFetch;
  let scheduler: FakeScheduler;
  let deliver: SendAction;
  let waits: number;
  let replies: Reply[];

  beforeEach(() => {
    browser = new FakeWindow();
    server = new FakeFetch();
    scheduler = new FakeScheduler();
    waits = 0;
    replies = [];
    deliver = createActionSender({
      window: browser.window,
      fetch: server.fetch,
      basePath: '/base',
      scheduler,
      reader: READER,
      listHeld: (url) => [`held at ${url}`],
    });
  });

  const answer = (): Response => toResponse('No.', { status: 503, type: 'text/plain' });

  async function send(letter = LETTER): Promise<void> {
    void deliver(SUBMIT, letter, () => (waits += 1)).then((reply) => replies.push(reply));
    await turn();
  }

  async function pass(ms: number): Promise<void> {
    scheduler.pass(ms);
    await turn();
  }

  const asks = (): boolean => browser.unload().asks;

  describe('a redirect that the browser did not follow', () => {
    const led = () => Object.defineProperty(answer(), 'type', { value: 'opaqueredirect' });

    it('fails as an unexpected response when it leads to another origin, instead of waiting', async () => {
      server.fail(new TypeError('Failed to fetch')).answer(led());
      await send();
      await pass(1000);
      expect(replies).toEqual([
        { message: 'An unexpected response was received from the server.', isUnknown: false },
      ]);
      expect(server.requests.map(({ init }) => init.redirect)).toEqual([
        'follow',
        'manual',
        'follow',
      ]);
    });

    it('is followed when it leads to a page of the application', async () => {
      server.fail(new TypeError('Failed to fetch')).answer(led(), answer());
      await send();
      await pass(1000);
      expect(replies).toMatchObject([{ message: 'No.', isUnknown: false }]);
    });
  });

  it('sends the action to its page, past every cache', async () => {
    server.answer(answer());
    await send();
    expect(server.requests).toEqual([
      {
        address: '/base/a?x=1',
        init: {
          method: 'POST',
          headers: {
            Action: 'add',
            'Router-State': 'b1 held at /a?x=1',
            'Content-Type': 'text/x',
            'Idempotency-Key': 'k1',
          },
          body: 'words',
          cache: 'no-store',
          mode: 'same-origin',
          redirect: 'follow',
          keepalive: true,
        },
      },
    ]);
    expect(replies).toMatchObject([{ message: 'No.', isUnknown: false }]);
    expect(waits).toBe(0);
  });

  it('tries again after one second, two, four, and at most thirty, and says once that it waits', async () => {
    await send();
    const moments: number[] = [];
    for (let second = 1; second <= 125; second += 1) {
      const before = server.requests.length;
      await pass(1000);
      if (server.requests.length > before) moments.push(second);
    }
    expect(moments).toEqual([1, 3, 7, 15, 31, 61, 91, 121]);
    expect(waits).toBe(1);
  });

  it('sends the same request each time, until there is an answer', async () => {
    server.fail(new TypeError('Failed to fetch')).answer(answer());
    await send();
    await pass(1000);
    const [first, second] = server.requests.map(({ init: { headers, body } }) => ({
      headers,
      body,
    }));
    expect(second).toEqual(first);
    // The browser's keep-alive limit may have caused the failure, so the second try has no
    // `keepalive`.
    expect(server.requests.map(({ init }) => init.keepalive)).toEqual([true, false]);
    expect(replies).toHaveLength(1);
    await pass(60_000);
    expect(server.requests).toHaveLength(2);
  });

  it('tries at once when the browser says that the connection is back', async () => {
    await send();
    server.answer(answer());
    browser.connect(true);
    await turn();
    expect(replies).toHaveLength(1);
    expect(scheduler.waiting).toBe(0);
  });

  it('has the browser ask before the document is left while an action waits', async () => {
    await send();
    expect(asks()).toBe(true);
    server.answer(answer());
    await pass(1000);
    expect(asks()).toBe(false);
  });

  it('sends with keepalive only what fits into the browser’s limit over all requests under way', async () => {
    const size = 10_000;
    const large = { ...LETTER, body: { ...LETTER.body, size } };
    const kept = (): unknown[] => server.requests.map(({ init }) => init.keepalive);
    server.answer(answer(), answer(), answer(), answer());
    for (let count = 0; count < 3; count += 1) void send(large);
    expect(kept()).toEqual([true, true, false]);
    await turn();
    expect(replies).toHaveLength(3);
    await send(large);
    expect(kept().at(-1)).toBe(true);
  });

  it('counts no waiting request against the keepalive limit', async () => {
    await send();
    await send({ ...LETTER, body: { ...LETTER.body, size: 20_000 } });
    expect(server.requests.map(({ init }) => init.keepalive)).toEqual([true, true]);
  });

  it('sends a small body with keepalive, and has the browser ask before leaving during a large one', async () => {
    server.answer(answer());
    void send();
    expect(asks()).toBe(false);
    await turn();
    server.answer(answer());
    void send({ ...LETTER, body: { ...LETTER.body, size: 20_001 } });
    expect(asks()).toBe(true);
    await turn();
    expect(server.requests[1]?.init.keepalive).toBe(false);
    expect(asks()).toBe(false);
  });
});
