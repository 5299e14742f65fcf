import { beforeEach, describe, expect, it } from '@jest/globals';
import express from 'express';
import type { Express, RequestHandler } from 'express';
import supertest from 'supertest';
import { flashCookie, markVisitors } from './visitor-mark.ts';

type Options = Parameters<typeof markVisitors>[0];

const options: Options = { basePath: '/base', isSecure: () => true, secret: 'a secret' };
const secret = { httpOnly: true };

describe('the mark of the visitor', () => {
  let app: Express;

  beforeEach(() => use());

  function use(given: Partial<Options> = {}): void {
    app = express().use(markVisitors({ ...options, ...given }));
  }

  const answer = (handler: RequestHandler): void => void app.all('/', handler);

  async function ask(cookie = '', method: 'get' | 'post' = 'get'): Promise<string | undefined> {
    const { headers } = await supertest(app)[method]('/').set('Cookie', cookie);
    const set = (headers['set-cookie'] ?? []) as unknown as readonly string[];
    return set.find((each) => each.startsWith('page-visitor='));
  }

  const toMark = (cookie: string | undefined): string => cookie?.split(/[=;]/)[1] ?? '';

  it('is a cookie that scripts can read, for as long as the browser runs', async () => {
    answer((_request, response) => void response.cookie('session', '1', secret).end());
    expect(await ask()).toMatch(/^page-visitor=[\w-]{16}; Path=\/base; Secure; SameSite=Lax$/);
  });

  it('is not in an answer that shared caches may store', async () => {
    use({ standing: () => 'somebody' });
    answer((_request, response) => {
      response.set('Cache-Control', 'public, max-age=60').end();
    });
    expect(await ask()).toBeUndefined();
    expect(await ask('page-visitor=0123456789abcdef')).toBeUndefined();
  });

  it.each<[string, string, RequestHandler]>([
    ['sets no cookie', '', (_request, response) => void response.end()],
    [
      'sets the same session',
      'session=1',
      (_request, response) => {
        response.cookie('session', '1', secret).end();
      },
    ],
    [
      'sets a cookie that scripts can read',
      '',
      (_request, response) => {
        response.cookie('theme', 'dark').end();
      },
    ],
    [
      'brings a message',
      '',
      (_request, response) => {
        response.cookie(flashCookie, 'Done.', secret).end();
      },
    ],
    [
      'deletes a session that the browser does not have',
      '',
      (_request, response) => {
        response.clearCookie('session').end();
      },
    ],
  ])('stays when an answer %s', async (_what, cookie, handler) => {
    answer(handler);
    expect(await ask(cookie, 'post')).toBeUndefined();
  });

  it('changes with each session, and at its end', async () => {
    answer((request, response) => {
      const { next } = request.query;
      if (next) response.cookie('session', next, secret);
      else response.clearCookie('session');
      response.end();
    });
    const signIn = async (next: string, cookie: string): Promise<string> => {
      const { headers } = await supertest(app).post(`/?next=${next}`).set('Cookie', cookie);
      return toMark(headers['set-cookie']?.[1]);
    };
    const ada = await signIn('ada', '');
    const bob = await signIn('bob', 'session=ada');
    const nobody = toMark(await ask('session=bob', 'post'));
    expect(new Set([ada, bob, nobody, '']).size).toBe(4);
  });

  it('is the same in pages whose sessions roll, and another after an action', async () => {
    answer((_request, response) => {
      response.cookie('session', String(Math.random()), secret).end();
    });
    expect(await ask('session=1')).toBeUndefined();
    expect(await ask('')).toBeDefined();
    expect(await ask('session=1', 'post')).toBeDefined();
  });

  it('compares with the cookies of the browser, not with those of the action that ran', async () => {
    answer((request, response) => {
      request.headers.cookie = 'session=1';
      response.cookie('session', '1', secret).end();
    });
    expect(await ask('', 'post')).toBeDefined();
  });

  describe('in a product with `standing`', () => {
    beforeEach(() =>
      use({ standing: ({ headers }) => /who=(\w+)/.exec(headers.cookie ?? '')?.[1] }),
    );

    it('is the same for all pages of a visitor, whatever session they have', async () => {
      answer((request, response) => {
        response.cookie('session', String(Math.random()), secret).end(request.url);
      });
      const mark = await ask('who=ada');
      expect(await ask('who=ada; session=2')).toBe(mark);
      expect(await ask(`who=ada; page-visitor=${toMark(mark)}`)).toBeUndefined();
      expect(await ask(`who=bob; page-visitor=${toMark(mark)}`)).toBeDefined();
    });

    it('is that of the pages in the answers of actions, though the session has another value', async () => {
      const roll: RequestHandler = (_request, response, next) => {
        response.cookie('session', String(Math.random()), secret);
        next();
      };
      app.use(roll, ({ query }, response) => void response.status(query['to'] ? 303 : 200).end());
      const mark = toMark(await ask('who=ada'));
      const asked = (path: string) =>
        supertest(app).post(path).set('Cookie', `who=ada; session=1; page-visitor=${mark}`);
      const answers = await Promise.all([asked('/'), asked('/?to=1')]);
      const set = answers.map(({ headers }) => headers['set-cookie']);
      expect(set).toEqual([
        [expect.stringMatching(/^session=/)],
        [expect.stringMatching(/^session=/)],
      ]);
    });

    it('changes already with the answer that signs in', async () => {
      answer((_request, response) => {
        response.status(303).cookie('session', '1', secret).set('Location', '/').end();
      });
      const mark = await ask('who=ada');
      expect(mark).toBeDefined();
      expect(await ask('who=bob')).toBe(mark);
    });

    it('is left alone by programs', async () => {
      use({
        standing: () => 'ada',
        programs: { has: () => true, refuseUnknown: () => ({ status: 404, detail: '' }) },
      });
      answer((_request, response) => void response.end());
      expect(await ask()).toBeUndefined();
    });
  });
});
