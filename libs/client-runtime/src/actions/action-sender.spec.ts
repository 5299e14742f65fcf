import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Visitor } from '../cache/visitor.ts';
import type { PageReader } from '../page-data/page-reader.ts';
import { toResponse } from '../testing/answers.ts';
import { FakeFetch } from '../testing/fake-fetch.ts';
import { FakeScheduler } from '../testing/fake-scheduler.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSubmitOf } from '../testing/sendings.ts';
import { turn } from '../testing/turn.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createActionSender } from './action-sender.ts';
import type { SendAction, ActionRequest } from './action-sender.ts';
import type { Reply } from './reply.ts';

describe('an action sender', () => {
  const SUBMIT = toSubmitOf({ at: '/a?x=1' });
  const LETTER: ActionRequest = { key: 'k1', body: { type: 'text/x', bytes: 'words', size: 5 } };
  const UNEXPECTED = 'An unexpected response was received from the server.';
  const READER: Pick<PageReader, 'ask' | 'drop' | 'read'> = {
    drop: () => {},
    ask: (held) => ({ 'Router-State': `b1 ${held.join(' ')}` }),
    read: async () => undefined,
  };

  const browser = fresh(() => new FakeWindow());
  const server = fresh(() => new FakeFetch());
  const scheduler = fresh(() => new FakeScheduler());
  let deliver: SendAction;
  let mark: string | undefined;
  let visitor: Pick<Visitor, 'mark' | 'isOther'>;
  let told: unknown[];
  let waits: number;
  let replies: Reply[];

  beforeEach(() => begin());

  function begin(person = ''): void {
    told = [];
    waits = 0;
    replies = [];
    mark = 'ada';
    visitor = { mark: () => mark, isOther: () => false };
    deliver = createActionSender({
      window: browser.window,
      fetch: server.fetch,
      basePath: '/base',
      person,
      scheduler,
      reader: READER,
      listHeld: (url) => [`held at ${url}`],
      visitor,
      note: (flash) => void told.push(flash?.text),
    });
  }

  const answer = (): Response => toResponse('No.', { status: 503, type: 'text/plain' });

  async function send(letter = LETTER): Promise<void> {
    void deliver({ ...SUBMIT, mark }, letter, () => (waits += 1)).then((reply) =>
      replies.push(reply),
    );
    await turn();
  }

  async function pass(ms: number): Promise<void> {
    scheduler.pass(ms);
    await turn();
  }

  const asks = (): boolean => browser.unload().asks;

  const kept = (): unknown[] => server.requests.map(({ init }) => init.keepalive);

  const sized = (size: number): ActionRequest => ({ ...LETTER, body: { ...LETTER.body, size } });

  it.each([
    ['fails if it leads to another origin', [], UNEXPECTED],
    ['is followed to a page of the application', [answer()], 'No.'],
  ])('a redirect that the browser did not follow %s', async (_what, answers, message) => {
    const led = Object.defineProperty(answer(), 'type', { value: 'opaqueredirect' });
    server.fail(new TypeError('Failed to fetch')).answer(led, ...answers);
    await send();
    await pass(1000);
    expect(replies).toMatchObject([{ message, isKnown: false }]);
    const redirects = server.requests.map(({ init }) => init.redirect);
    expect(redirects).toEqual(['follow', 'manual', 'follow']);
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
    expect(replies).toMatchObject([{ message: 'No.' }]);
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
    const [first, second] = server.requests.map(({ init }) => [init.headers, init.body]);
    expect(second).toEqual(first);
    // The browser's keep-alive limit may have caused the failure, so the second try has no
    // `keepalive`.
    expect(kept()).toEqual([true, false]);
    expect(replies).toHaveLength(1);
    await pass(60_000);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['somebody else has signed in since', 'ada', 'bob', true, 1],
    ['cookies were deleted since', 'ada', undefined, true, 2],
    ['cookies were deleted before', undefined, 'bob', true, 1],
    ['the other visitor has pressed', 'bob', 'bob', true, 2],
    ['the visitor has signed in over the page', 'ada', 'bob', false, 2],
  ])('sends a waiting action again unless another visitor is there: %s', async (...marks) => {
    const [, before, now, isOther, count] = marks;
    mark = before;
    await send();
    Object.assign(visitor, { mark: () => now, isOther: () => isOther });
    server.answer(answer());
    await pass(1000);
    expect(server.requests).toHaveLength(count);
    const message = count === 1 ? 'Your sign-in changed. Sign in, and send it again.' : 'No.';
    expect(replies).toMatchObject([{ message }]);
    expect(asks()).toBe(false);
  });

  it('says for whom its document was made, so that the server refuses somebody else', async () => {
    begin('.ada');
    await send();
    Object.assign(visitor, { mark: () => 'bob', isOther: () => true });
    await pass(1000);
    const actions = server.requests.map(({ init }) => new Headers(init.headers).get('action'));
    expect(actions).toEqual(['add.ada', 'add.ada']);
  });

  it('tries at once when the browser says that the connection is back', async () => {
    await send();
    server.answer(answer());
    browser.connect(true);
    await turn();
    expect(replies).toHaveLength(1);
  });

  it('sends with keepalive only what fits into the browser’s limit over all requests under way', async () => {
    const large = sized(10_000);
    server.answer(answer(), answer(), answer(), answer());
    for (let count = 0; count < 3; count += 1) void send(large);
    expect(kept()).toEqual([true, true, false]);
    await turn();
    expect(replies).toHaveLength(3);
    await send(large);
    expect(kept().at(-1)).toBe(true);
  });

  it('has the browser ask while an action waits, unless another visitor is there, who is told', async () => {
    await send();
    expect(asks()).toBe(true);
    const { isOther } = visitor;
    Object.assign(visitor, { isOther: () => true });
    expect(asks()).toBe(false);
    expect(told).toEqual(['Your sign-in changed. Sign in, and send it again.']);
    Object.assign(visitor, { isOther });
    server.answer(answer());
    await pass(1000);
    expect(asks()).toBe(false);
  });

  it('counts no waiting request against the keepalive limit', async () => {
    await send();
    await send(sized(20_000));
    expect(kept()).toEqual([true, true]);
  });

  it('sends a small body with keepalive, and has the browser ask before leaving during a large one', async () => {
    server.answer(answer());
    void send();
    expect(asks()).toBe(false);
    await turn();
    server.answer(answer());
    void send(sized(20_001));
    expect(asks()).toBe(true);
    await turn();
    expect(kept()[1]).toBe(false);
    expect(asks()).toBe(false);
  });
});
