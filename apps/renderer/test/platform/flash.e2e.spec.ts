import { describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { flashLimits, formatRouterState } from '#shared';
import type { PageData } from '#shared';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { payloadOf } from './support/read-page.ts';
import { holdPlatform } from './support/spec-platform.ts';

const OWN = 'http://localhost:3000';
const DONE = { text: 'Done.' };

describe('a flash message', () => {
  const platform = holdPlatform({
    options: { visitor: ({ headers }) => headers['x-visitor'] as string | undefined },
  });
  const { http } = platform;

  const submit = (fields: object): supertest.Test =>
    http()
      .post('/boards/a?_action=say')
      .set('Origin', OWN)
      .set('Accept', 'text/html')
      .type('form')
      .send(fields);

  const act = (fields: object): supertest.Test =>
    http().post('/boards/a').set('Origin', OWN).set('Action', 'say').type('form').send(fields);

  const open = (path: string, cookie: string): supertest.Test =>
    platform.get(path).set('Cookie', cookie);

  const load = (path: string, cookie: string, held: readonly string[] = []): supertest.Test =>
    http()
      .get(path)
      .set('Cookie', cookie)
      .set('Router-State', formatRouterState(platform.build, held));

  const firstLine = ({ text }: { text: string }): PageData => JSON.parse(text.split('\n')[0] ?? '');

  const setBy = ({ headers }: supertest.Response): string | undefined =>
    (headers['set-cookie'] as unknown as string[] | undefined)?.find((each) =>
      each.startsWith('flash='),
    );

  const cookieOf = (answer: supertest.Response): string => setBy(answer)?.split(';')[0] ?? '';

  const said = async (fields: object = DONE): Promise<string> => cookieOf(await submit(fields));

  describe('a flash message of a form without scripts', () => {
    it.each([
      ['the page it came from', {}, '/boards/a'],
      ['another page', { to: '/shelf' }, '/shelf'],
    ])('is shown on the page to which the form leads: %s', async (_where, fields, location) => {
      const answer = await submit({ ...DONE, ...fields }).expect(303);
      expect(answer.headers['location']).toBe(location);
      const page = await open(location, cookieOf(answer)).expect(200);
      expect(page.text).toContain('<p data-testid="told">Done.</p>');
      expect(payloadOf(page.text).flash).toEqual(DONE);
      expect(payloadOf(page.text).page.flash).toBeUndefined();
    });

    it('is kept in a cookie that scripts cannot read, for a minute at most', async () => {
      const cookie = setBy(await submit(DONE));
      expect(cookie).toContain('; Path=/;');
      expect(cookie).toContain('; HttpOnly');
      expect(cookie).toContain('; SameSite=Lax');
      expect(cookie).toContain('; Max-Age=60;');
      expect(cookie).not.toContain('Secure');
    });

    it('is removed with the page that shows it, which no cache stores', async () => {
      const page = await open('/boards/a', await said());
      expect(setBy(page)).toMatch(/^flash=; Path=\/; Expires=Thu, 01 Jan 1970/);
      expect(page.headers['cache-control']).toBe('private, no-store');
      const next = await open('/boards/a', '');
      expect(next.text).not.toContain('Done.');
      expect(next.headers['cache-control']).toBe('private, no-cache');
    });

    it('brings the form that undoes the change', async () => {
      const page = await open('/boards/a', await said({ ...DONE, undo: 'a note' }));
      expect(page.text).toContain('action="/boards/a?_action=add"');
      expect(payloadOf(page.text).flash?.undo).toEqual({
        action: 'add',
        at: '/boards/a',
        fields: { note: 'a note' },
      });
    });

    it('is shown on the page of an address that does not exist', async () => {
      const page = await open('/nowhere', await said()).expect(404);
      expect(page.text).toContain('Done.');
      expect(setBy(page)).toMatch(/^flash=;/);
    });

    it('is shown by a page that waits for its deferred data instead of refreshing', async () => {
      const page = await open('/probe/a/1/late', await said()).expect(200);
      expect(page.text).toContain('Done.');
      expect(page.text).toContain('second words');
      expect(page.text).not.toContain('http-equiv="refresh"');
    });

    it.each([
      ['a failed action', { end: 'fault' }, 500],
      ['an invalid form', { end: 'invalid' }, 422],
    ])('is not shown after %s', async (_what, fields, status) => {
      const answer = await submit({ ...DONE, ...fields }).expect(status);
      expect(setBy(answer)).toBeUndefined();
      expect(answer.text).not.toContain('told');
    });

    it('is dropped when the action redirects to another origin', async () => {
      expect(
        setBy(await submit({ ...DONE, to: 'https://example.com/' }).expect(303)),
      ).toBeUndefined();
    });

    it('waits for the next page when its page redirects', async () => {
      const cookie = await said();
      const led = await open('/boards/a', cookie).set(SCRIPT_HEADER, 'page=303:/shelf').expect(303);
      expect(setBy(led)).toBeUndefined();
      expect((await open('/shelf', cookie)).text).toContain('Done.');
    });
  });

  describe('a flash message for the runtime', () => {
    it('is sent in the first line of the answer, and not kept in a cookie', async () => {
      const answer = await act({ ...DONE, undo: 'a note' }).expect(200);
      expect(firstLine(answer).flash).toEqual({
        ...DONE,
        undo: { action: 'add', at: '/boards/a', fields: { note: 'a note' } },
      });
      expect(setBy(answer)).toBeUndefined();
    });

    it('is sent in the first line of the page to which a redirect leads', async () => {
      const led = await act({ ...DONE, to: '/shelf' }).expect(303);
      const page = await load('/shelf', cookieOf(led)).set('Action', 'say').expect(200);
      expect(firstLine(page).flash).toEqual(DONE);
      expect(setBy(page)).toMatch(/^flash=;/);
    });

    it('is sent in the first line of a redirect to a fragment', async () => {
      const led = await act({ ...DONE, to: '/shelf#part' }).expect(200);
      expect(firstLine(led)).toMatchObject({ location: '/shelf#part', flash: DONE });
      expect(setBy(led)).toBeUndefined();
    });

    it('is sent even when the page redirects or is gone after the action', async () => {
      const led = await act(DONE).set(SCRIPT_HEADER, 'page=303:/shelf').expect(303);
      expect(firstLine(await load('/shelf', cookieOf(led))).flash).toEqual(DONE);
      const gone = await act(DONE).set(SCRIPT_HEADER, 'page=404').expect(404);
      expect(firstLine(gone).flash).toEqual(DONE);
    });

    it('is not sent with an invalid form or a redirect to another origin', async () => {
      expect(firstLine(await act({ ...DONE, end: 'invalid' }).expect(422)).flash).toBeUndefined();
      const away = await act({ ...DONE, to: 'https://example.com/' }).expect(200);
      expect(firstLine(away).flash).toBeUndefined();
    });

    it('is sent even when the client holds all segments of the page', async () => {
      const page = await load('/shelf', '');
      const keys = firstLine(page).segments.map(({ key }) => key);
      expect(firstLine(await load('/shelf', await said(), keys)).flash).toEqual(DONE);
    });
  });

  describe('a flash message that waits', () => {
    it.each([
      ['a prefetch', { 'Router-Prefetch': 'page' }],
      ['a prefetch of layouts', { 'Router-Prefetch': 'route' }],
      ['one segment', { 'Router-Segment': '/shelf' }],
      ['a refresh in the background', { 'Router-Refresh': '1' }],
    ])('is not used up by %s', async (_what, headers) => {
      const answer = await load('/shelf', await said())
        .set(headers)
        .expect(200);
      expect(firstLine(answer).flash).toBeUndefined();
      expect(setBy(answer)).toBeUndefined();
    });

    it('is not used up by a client of another build, a HEAD request or a prerendering browser', async () => {
      const cookie = await said();
      const other = http().get('/shelf').set('Router-State', 'another');
      const head = http().head('/shelf').set('Accept', 'text/html');
      const ahead = platform.get('/shelf').set('Sec-Purpose', 'prefetch;prerender');
      for (const [request, status] of [
        [other, 409],
        [head, 200],
        [ahead, 200],
      ] as const) {
        const answer = await request.set('Cookie', cookie).expect(status);
        expect(setBy(answer)).toBeUndefined();
        expect(answer.text ?? '').not.toContain('Done.');
      }
    });

    it('is not used up by an invalid form', async () => {
      const answer = await submit({ ...DONE, end: 'invalid' }).set('Cookie', await said());
      expect(answer.status).toBe(422);
      expect(setBy(answer)).toBeUndefined();
    });
  });

  describe('a repeated submit', () => {
    let key = 0;

    it.each([
      ['without a redirect', {}],
      ['with a redirect', { to: '/shelf' }],
    ])('gets the flash message again, %s', async (_what, fields) => {
      key += 1;
      const told = [];
      for (const again of [false, true]) {
        platform.script.take();
        const answer = await act({ ...DONE, ...fields })
          .set('X-Visitor', 'one')
          .set('Idempotency-Key', `key-${key}`);
        const cookie = cookieOf(answer);
        told.push(cookie ? firstLine(await load('/shelf', cookie)).flash : firstLine(answer).flash);
        expect([again, answer.status]).toEqual([again, cookie ? 303 : 200]);
      }
      expect(told).toEqual([DONE, DONE]);
    });
  });

  it('is ignored when its cookie is forged', async () => {
    const page = await open('/shelf', 'flash=eyJ0ZXh0IjoiRG9uZS4ifQ.bWFyaw').expect(200);
    expect(page.text).not.toContain('told');
    expect(setBy(page)).toBeUndefined();
  });

  describe('a flash message that is too long', () => {
    it('is cut to the maximum length', async () => {
      const page = await open('/shelf', await said({ text: 'x'.repeat(1000) }));
      expect(payloadOf(page.text).flash?.text).toBe('x'.repeat(flashLimits.textLength));
    });

    it('loses its undo form when a cookie has no room for it', async () => {
      const cookie = await said({ ...DONE, undo: 'n'.repeat(4000) });
      expect(cookie.length).toBeLessThan(4096);
      expect(payloadOf((await open('/shelf', cookie)).text).flash).toEqual(DONE);
      const fits = await said({ ...DONE, undo: 'n'.repeat(2000) });
      expect(payloadOf((await open('/shelf', fits)).text).flash?.undo).toBeDefined();
    });
  });
});

describe('a flash message under a base path and over TLS', () => {
  const platform = holdPlatform({ options: { basePath: '/base' }, secure: true });

  it('is kept in a cookie for that path and for TLS only', async () => {
    const sent = platform.http().post('/base/boards/a?_action=say').set('Accept', 'text/html');
    const answer = await sent.type('form').send(DONE);
    const [cookie] = answer.headers['set-cookie'] as unknown as string[];
    expect(cookie).toContain('; Path=/base;');
    expect(cookie).toContain('; Secure');
  });
});
