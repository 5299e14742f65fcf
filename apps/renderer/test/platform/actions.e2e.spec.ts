import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { formatRouterState, pageDataType } from '#shared';
import type { PageData } from '#shared';
import { eventually } from '../../../../test/support/eventually.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { payloadOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

const OWN = 'http://localhost:3000';

describe('an action', () => {
  let platform: SpecPlatform;

  beforeAll(async () => {
    platform = await startSpecPlatform({
      options: { visitor: ({ headers }) => headers['x-visitor'] as string | undefined },
    });
  });

  beforeEach(() => void platform.script.take());

  afterAll(() => platform.end());

  const http = () => supertest(platform.app.getHttpServer());

  const act = (path: string, name: string): supertest.Test =>
    http().post(path).set('Origin', OWN).set('Action', name);

  const submit = (path: string, name: string): supertest.Test =>
    http()
      .post(`${path}${path.includes('?') ? '&' : '?'}_action=${name}`)
      .set('Origin', OWN)
      .set('Accept', 'text/html');

  const firstLine = ({ text }: { text: string }): PageData => JSON.parse(text.split('\n')[0] ?? '');

  describe('an action sent by the runtime', () => {
    it('answers with its result, its invalidated tags and the changed segments', async () => {
      const answer = await act('/boards/a', 'add').type('form').send({ note: 'one' }).expect(200);
      expect(answer.headers['content-type']).toContain(pageDataType);
      expect(answer.headers['cache-control']).toBe('private, no-store');
      const line = firstLine(answer);
      expect(line).toMatchObject({
        url: '/boards/a',
        status: 200,
        result: { count: 1, board: 'a' },
        invalidated: ['board:a'],
      });
      expect(line.segments.at(-1)?.data).toMatchObject({ notes: ['one'] });
    });

    it('leaves out segments that the client holds and that have none of its tags', async () => {
      const held = (keys: string[]) => formatRouterState(platform.build, keys);
      const [frame = ''] = firstLine(
        await act('/boards/b', 'add').type('form').send({ note: 'one' }),
      ).segments.map(({ key }) => key);
      const answer = await act('/boards/b', 'add')
        .set('Router-State', held([frame, '/boards/b']))
        .type('form')
        .send({ note: 'two' });
      const { segments } = firstLine(answer);
      expect(segments.map(({ data }) => data !== undefined)).toEqual([false, true]);
    });

    it('sends all segments when it invalidates no tags', async () => {
      const [frame = ''] = firstLine(await act('/boards/c', 'mark')).segments.map(({ key }) => key);
      const answer = await act('/boards/c', 'mark').set(
        'Router-State',
        formatRouterState(platform.build, [frame, '/boards/c']),
      );
      const line = firstLine(answer);
      expect('invalidated' in line).toBe(false);
      expect(line.segments.map(({ data }) => data !== undefined)).toEqual([true, true]);
    });

    it('loads the page of its answer with the cookies that it set', async () => {
      const answer = await act('/boards/c', 'mark').set('Cookie', 'other=1').expect(200);
      expect(answer.headers['set-cookie']).toEqual([
        expect.stringContaining('mark=made'),
        expect.stringMatching(/^page-visitor=/),
      ]);
      expect(firstLine(answer).segments.at(-1)?.data).toMatchObject({ mark: 'made' });
    });

    it('answers 422 with the mistakes of each field, and does nothing', async () => {
      const answer = await act('/boards/d', 'add')
        .type('form')
        .send({ note: '', email: 'nobody' })
        .expect(422);
      expect(firstLine(answer)).toMatchObject({
        status: 422,
        segments: [],
        errors: {
          note: ['A note has 1 to 20 characters.'],
          email: ['This is no email address.'],
        },
      });
      expect(platform.script.take()).not.toContain('add');
    });

    it('answers with an error of a field that only the action can find', async () => {
      await act('/boards/e', 'add').type('form').send({ note: 'twice' }).expect(200);
      const answer = await act('/boards/e', 'add').type('form').send({ note: 'twice' }).expect(422);
      expect(firstLine(answer).errors).toEqual({ note: ['It is there already.'] });
    });

    it.each([
      ['303:/shelf', 303, '/shelf'],
      ['303:/boards/f', 303, '/boards/f'],
      ['307:/shelf', 307, '/shelf'],
      ['308:/shelf', 308, '/shelf'],
    ])('redirects within the origin: %s', async (to, status, location) => {
      const answer = await act('/boards/f', 'lead')
        .type('form')
        .send({ to: to.slice(4), status: to.slice(0, 3) })
        .expect(status);
      expect(answer.headers['location']).toBe(location);
    });

    it('redirects to another origin by a line with the location', async () => {
      const answer = await act('/boards/f', 'lead')
        .type('form')
        .send({ to: 'https://example.com/there' })
        .expect(200);
      expect(firstLine(answer)).toMatchObject({
        location: 'https://example.com/there',
        segments: [],
      });
    });

    it('accepts the request of another build', async () => {
      const answer = await act('/boards/g', 'add')
        .set('Router-State', formatRouterState('other', ['/boards/g']))
        .type('form')
        .send({ note: 'one' })
        .expect(200);
      expect(firstLine(answer)).toMatchObject({ build: platform.build, result: { count: 1 } });
    });

    it('answers a fault with its digest, and without its message', async () => {
      const answer = await act('/boards/h', 'fail').expect(500);
      expect(answer.text).not.toContain('a secret of the server');
      expect(firstLine(answer).segments.at(-1)?.data).toMatchObject({
        digest: expect.stringMatching(/^\d+$/),
      });
    });

    it('answers with its result even when its page cannot be shown afterwards', async () => {
      const answer = await act('/boards/h', 'mark').set(SCRIPT_HEADER, 'page=404').expect(404);
      expect(firstLine(answer)).toMatchObject({ status: 404, result: { marked: true } });
    });

    it('answers with the result null when it returns nothing and its page is gone', async () => {
      await act('/boards/h', 'add').type('form').send({ note: 'x' }).expect(200);
      const answer = await act('/boards/h', 'forget').set(SCRIPT_HEADER, 'page=404').expect(404);
      expect(firstLine(answer)).toMatchObject({ status: 404, result: null });
    });

    it('redirects to a page that sends all segments, even those that the client holds', async () => {
      const held = formatRouterState(platform.build, ['/boards/h']);
      const page = await http().get('/boards/h').set('Router-State', held).expect(200);
      expect(firstLine(page).segments.at(-1)?.data).toBeUndefined();
      const led = await http().get('/boards/h').set('Router-State', held).set('Action', 'lead');
      expect(firstLine(led).segments.every(({ data }) => data !== undefined)).toBe(true);
    });

    it('passes its query parameters through their pipes', async () => {
      const answer = await act('/boards/h?count=12', 'count').expect(200);
      expect(firstLine(answer).result).toEqual({ count: 12 });
      await act('/boards/h?count=1%20OR%201', 'count').expect(400);
    });

    it('answers with the view of its outcome in place of the page', async () => {
      const answer = await act('/boards/h', 'vanish').expect(404);
      expect(firstLine(answer).segments.at(-1)?.view).toBe('rendering/not-found.page');
    });

    it.each([
      ['application/json', JSON.stringify({ note: 'json' })],
      ['application/json; charset=utf-8', JSON.stringify({ note: 'json 2' })],
      ['application/x-www-form-urlencoded', 'note=form'],
      [
        'multipart/form-data; boundary=x',
        '--x\r\nContent-Disposition: form-data; name="note"\r\n\r\nparts\r\n--x--\r\n',
      ],
    ])('takes a body of type %s', async (type, body) => {
      await act('/boards/i', 'add').set('Content-Type', type).send(body).expect(200);
    });
  });

  describe('an action sent by a form without scripts', () => {
    it('redirects to the page by GET', async () => {
      const answer = await submit('/boards/j?a=1', 'add').type('form').send({ note: 'one' });
      expect(answer.status).toBe(303);
      expect(answer.headers['location']).toBe('/boards/j?a=1');
      const page = await http().get('/boards/j?a=1').set('Accept', 'text/html').expect(200);
      expect(page.text).toContain('<li><span>one</span>');
    });

    it('shows the page again with mistakes and typed fields, but without secrets', async () => {
      const answer = await submit('/boards/k', 'add')
        .type('form')
        .send({ note: 'x'.repeat(21), password: 'hunter2', pin: '9876', email: 'a@b.example' })
        .expect(422);
      expect(answer.text).toContain('A note has 1 to 20 characters.');
      expect(answer.text).toContain(`value="${'x'.repeat(21)}"`);
      expect(answer.text).not.toContain('hunter2');
      expect(answer.text).not.toContain('9876');
      expect(payloadOf(answer.text)).toMatchObject({
        page: { status: 422, url: '/boards/k' },
        action: {
          name: 'add',
          errors: { note: ['A note has 1 to 20 characters.'] },
          fields: { note: 'x'.repeat(21), email: 'a@b.example' },
        },
      });
    });

    it('redirects a reload of its answer to the address of the page', async () => {
      const answer = await http().get('/boards/k?a=1&_action=add').set('Accept', 'text/html');
      expect(answer.status).toBe(303);
      expect(answer.headers['location']).toBe('/boards/k?a=1');
    });

    it('is posted to the address of the page, its query kept', async () => {
      const page = await http().get('/boards/l?a=1&b=2').set('Accept', 'text/html').expect(200);
      expect(page.text).toContain('action="/boards/l?a=1&amp;b=2&amp;_action=add"');
      expect(page.text).toContain('method="post"');
    });

    it('redirects to another origin without passing on its fields', async () => {
      for (const status of ['303', '307', '308']) {
        const answer = await submit('/boards/l', 'lead')
          .type('form')
          .send({ to: 'https://example.com/', status });
        expect([answer.status, answer.headers['location']]).toEqual([303, 'https://example.com/']);
      }
    });

    it('answers with a page that says why it refuses', async () => {
      const answer = await submit('/boards/full', 'add')
        .type('form')
        .send({ note: 'x' })
        .expect(409);
      expect(answer.text).toContain('<p>&lt;b&gt;Full&lt;/b&gt; &amp; closed.</p>');
    });

    it('answers with an error page when it fails', async () => {
      const answer = await submit('/boards/l', 'fail').expect(500);
      expect(answer.text).toContain('Digest:');
      const gone = await submit('/boards/l', 'vanish').expect(404);
      expect(gone.headers['content-type']).toContain('text/html');
    });
  });

  describe('the checks before an action, in this order', () => {
    it('refuse an address without a page', async () => {
      await act('/nowhere', 'add').expect(404);
    });

    it('refuse another origin before any guard runs', async () => {
      const answer = await act('/boards/m', 'add').set('Origin', 'https://example.com').expect(403);
      expect(answer.text).toBe('The form was sent from another site.');
      expect(platform.script.take()).toEqual([]);
    });

    it.each(['frame', 'controller', 'method'])('refuse when a %s guard refuses', async (place) => {
      for (const [status, text] of [
        [401, 'sign in'],
        [403, 'may not'],
        [404, 'Not found'],
      ] as const) {
        const scripted = `guard.${place}=${status}`;
        const data = await act('/boards/m', 'unknown').set(SCRIPT_HEADER, scripted).expect(status);
        expect(firstLine(data).status).toBe(status);
        const page = await submit('/boards/m', 'add').set(SCRIPT_HEADER, scripted).expect(status);
        expect(page.text).toContain(text);
      }
      expect(platform.script.take()).not.toContain('add');
    });

    it('refuse an unknown action name', async () => {
      for (const send of [act, submit]) {
        const answer = await send('/boards/m', 'unknown')
          .set(SCRIPT_HEADER, 'guard.action=403')
          .expect(404);
        expect(answer.headers['action-not-found']).toBe('1');
        expect(answer.headers['content-type']).toContain('text/plain');
      }
    });

    it('refuse an action of another page of the same controller', async () => {
      await act('/boards/m/other', 'add').expect(404);
      await act('/boards/m/other', 'mark').expect(200);
    });

    it('run the guard of the action once all other guards have passed', async () => {
      await act('/boards/m', 'add')
        .set(SCRIPT_HEADER, 'guard.action=403')
        .set('Content-Type', 'text/csv')
        .send('a,b')
        .expect(403);
      expect(platform.script.take()).toEqual([
        'guard.frame',
        'guard.controller',
        'guard.method',
        'guard.action',
        'frame',
      ]);
    });

    it.each([
      ['text/csv', 'a,b'],
      ['multipart/mixed; boundary=x', 'a'],
      ['text/plain', '{}'],
    ])('refuse a body of type %s', async (type, body) => {
      const answer = await act('/boards/m', 'add').set('Content-Type', type).send(body).expect(415);
      expect(answer.text).toBe('A form is sent as a form, or as JSON.');
      expect(answer.headers['content-type']).toContain('text/plain');
    });

    it('refuse a compressed body', async () => {
      await act('/boards/m', 'add')
        .type('form')
        .set('Content-Encoding', 'gzip')
        .send('x')
        .expect(415);
    });

    it('refuse a file when the action takes none', async () => {
      const answer = await act('/boards/m', 'add').attach('file', Buffer.from('x'), 'x.txt');
      expect(answer.status).toBe(415);
      expect(answer.text).toBe('This form takes no files.');
    });

    it('refuse a body or a file that is too large', async () => {
      const body = `note=${'x'.repeat(1024 * 1024)}`;
      const answer = await act('/boards/m', 'add').type('form').send(body).expect(413);
      expect(answer.text).toBe('The form is too large: at most 1048576 bytes are accepted.');
      const page = await submit('/boards/m', 'add').type('form').send(body).expect(413);
      expect(page.text).toContain('The form is too large');
      await act('/boards/m', 'attach').attach('file', Buffer.alloc(200_001), 'x').expect(413);
    });

    it.each([
      ['application/json', '{'],
      ['application/json', '[]'],
      ['application/json', 'null'],
      ['application/json', `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`],
      ['multipart/form-data', 'x'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disp'],
    ])('refuse a body that breaks its format: %s %.10s', async (type, body) => {
      await act('/boards/m', 'add').set('Content-Type', type).send(body).expect(400);
    });

    it('refuse missing fields', async () => {
      await act('/boards/m', 'add').expect(422);
      expect(platform.script.take()).not.toContain('add');
    });
  });

  describe('an action that is sent again with its idempotency key', () => {
    let key = 0;
    const once = (path: string, name: string, again = false): supertest.Test =>
      act(path, name)
        .set('X-Visitor', 'one')
        .set('Idempotency-Key', `key-${again ? key : (key += 1)}`);

    it('is answered as before, and not run again', async () => {
      const first = await once('/boards/s', 'add').type('form').send({ note: 'one' }).expect(200);
      platform.script.take();
      const second = await once('/boards/s', 'add', true)
        .type('form')
        .send({ note: 'one' })
        .expect(200);
      expect(firstLine(second).result).toEqual(firstLine(first).result);
      expect(firstLine(second).invalidated).toEqual(['board:s']);
      expect(platform.script.take()).not.toContain('add');
    });

    it('is run for another visitor, and each time for an unknown visitor', async () => {
      const counts = [];
      for (const visitor of ['one', 'two', undefined, undefined]) {
        const sent = act('/boards/s2', 'enter-again').set('Idempotency-Key', 'the-same');
        if (visitor) void sent.set('X-Visitor', visitor);
        counts.push(firstLine(await sent.expect(200)).result);
      }
      expect(counts).toEqual([1, 2, 3, 4].map((again) => ({ again })));
    });

    it('repeats its redirect and its cookies', async () => {
      for (const again of [false, true]) {
        const led = await once('/boards/s', 'lead', again).type('form').send({ to: '/shelf' });
        expect([led.status, led.headers['location']]).toEqual([303, '/shelf']);
      }
      for (const again of [false, true]) {
        const answer = await once('/boards/s', 'mark', again).expect(200);
        expect(answer.headers['set-cookie']).toEqual([
          expect.stringContaining('mark=made'),
          expect.stringMatching(/^page-visitor=/),
        ]);
        expect(firstLine(answer).segments.at(-1)?.data).toMatchObject({ mark: 'made' });
      }
    });

    it('is run once when both requests come at the same time', async () => {
      const send = (again: boolean) =>
        once('/boards/t', 'slow', again).type('form').send({ a: '1' });
      const first = send(false).then((answer) => answer);
      await eventually('the first is run', () => platform.script.isWaiting('slow'));
      const second = send(true).then((answer) => answer);
      await eventually(
        'both have passed the guards',
        () => platform.script.calls.filter((call) => call === 'guard.method').length === 2,
      );
      platform.script.open('slow');
      const answers = await Promise.all([first, second]);
      expect(answers.map((answer) => firstLine(answer).result)).toEqual([{ run: 1 }, { run: 1 }]);
    });

    it('is refused with another body', async () => {
      await once('/boards/u', 'add').type('form').send({ note: 'one' }).expect(200);
      const answer = await once('/boards/u', 'add', true)
        .type('form')
        .send({ note: 'two' })
        .expect(422);
      expect(answer.text).toBe(
        'This form was sent before, with other content. Load the page again and send it once more.',
      );
    });

    it('is run when the first request failed or was invalid', async () => {
      await once('/boards/v', 'fail').expect(500);
      await once('/boards/v', 'fail', true).expect(500);
      await once('/boards/v', 'add').type('form').send({ note: '' }).expect(422);
      const answer = await once('/boards/v', 'add', true).type('form').send({ note: 'right' });
      expect(answer.status).toBe(200);
    });

    it('is run at another address', async () => {
      await once('/boards/w', 'add').type('form').send({ note: 'one' }).expect(200);
      const answer = await once('/boards/x', 'add', true).type('form').send({ note: 'one' });
      expect(firstLine(answer).result).toEqual({ count: 1, board: 'x' });
    });

    it('is run each time when it is declared not repeatable', async () => {
      const runs = [];
      for (const again of [false, true]) {
        runs.push(firstLine(await once('/boards/y', 'enter', again).expect(200)).result);
      }
      expect(runs).toEqual([{ entered: 1 }, { entered: 2 }]);
    });

    it.each(['', 'a b', '\u00fc', 'x'.repeat(129)])(
      'is refused with the invalid key %j',
      async (bad) => {
        await act('/boards/v', 'mark')
          .set('X-Visitor', 'one')
          .set('Idempotency-Key', bad)
          .expect(400);
      },
    );
  });

  describe('files sent to an action', () => {
    it('arrive with their name, without folders, their type and their content', async () => {
      const answer = await act('/boards/n', 'attach')
        .attach('file', Buffer.from('words in a file'), {
          filename: 'a/../note.txt',
          contentType: 'text/plain',
        })
        .expect(200);
      expect(firstLine(answer).result).toEqual({
        name: 'note.txt',
        type: 'text/plain',
        bytes: 15,
        text: 'words',
      });
    });

    it('are not replaced by JSON that only looks like a file', async () => {
      const file = { name: 'x', type: 'y', bytes: 1, path: '/etc/hostname' };
      const answer = await act('/boards/n', 'attach').send({ file }).expect(422);
      expect(firstLine(answer).errors).toEqual({ file: ['Choose a file.'] });
    });

    it.each([
      ['a file that was not chosen, cut off', 'attach', 'name="file"; filename=""', 'x', 400],
      ['a file that is not taken, cut off', 'add', 'name="file"; filename="a"', 'x', 400],
      ['a file that is taken, cut off', 'attach', 'name="file"; filename="a"', 'x', 400],
      ['a file without a field', 'attach', 'filename="a"', 'x\r\n--x--\r\n', 400],
      ['a field without a name', 'add', '', 'x\r\n--x--\r\n', 400],
    ])('do not stop the server: %s', async (_what, name, disposition, rest, status) => {
      const head = `--x\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`;
      await act('/boards/n', name)
        .set('Content-Type', 'multipart/form-data; boundary=x')
        .send(head + rest)
        .expect(status);
      await http().get('/boards/n').expect(200);
    });

    it('count as missing when the visitor chose none', async () => {
      const body = [
        '--x',
        'Content-Disposition: form-data; name="file"; filename=""',
        'Content-Type: application/octet-stream',
        '',
        '',
        '--x--',
        '',
      ].join('\r\n');
      const answer = await act('/boards/n', 'attach')
        .set('Content-Type', 'multipart/form-data; boundary=x')
        .send(body)
        .expect(422);
      expect(firstLine(answer).errors).toEqual({ file: ['Choose a file.'] });
    });
  });
});
