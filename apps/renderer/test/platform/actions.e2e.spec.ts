import { describe, expect, it } from '@jest/globals';
import type supertest from 'supertest';
import { formatRouterState, pageDataType } from '#shared';
import type { PageData } from '#shared';
import { eventually } from '../../../../test/support/eventually.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { payloadOf } from './support/read-page.ts';
import { holdPlatform } from './support/spec-platform.ts';

const OWN = 'http://localhost:3000';
const PART = '--x\r\nContent-Disposition: form-data; name=""\r\n\r\n\r\n';

describe('an action', () => {
  const platform = holdPlatform({
    options: { visitor: ({ headers }) => headers['x-visitor'] as string | undefined },
  });
  const { http } = platform;

  const act = (path: string, name: string): supertest.Test =>
    http().post(path).set('Origin', OWN).set('Action', name);

  const submit = (path: string, name: string): supertest.Test =>
    http()
      .post(`${path}${path.includes('?') ? '&' : '?'}_action=${name}`)
      .set('Origin', OWN)
      .set('Accept', 'text/html');

  const add = (path: string, fields: object = { note: 'one' }): supertest.Test =>
    act(path, 'add').type('form').send(fields);

  const firstLine = ({ text }: { text: string }): PageData => JSON.parse(text.split('\n')[0] ?? '');

  describe('an action sent by the runtime', () => {
    it('answers with its result, its invalidated tags and the changed segments', async () => {
      const answer = await add('/boards/a').expect(200);
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

    it.each([
      ['leaves out held segments that have none of its tags', '/boards/b', 'add', [false, true]],
      ['sends all segments when it invalidates no tags', '/boards/c', 'mark', [true, true]],
    ] as const)('%s', async (_what, path, name, sent) => {
      const send = () => act(path, name).type('form');
      const [frame = ''] = firstLine(await send().send({ note: 'one' })).segments.map(
        ({ key }) => key,
      );
      const held = formatRouterState(platform.build, [frame, path]);
      const line = firstLine(await send().set('Router-State', held).send({ note: 'two' }));
      expect('invalidated' in line).toBe(name === 'add');
      expect(line.segments.map(({ data }) => data !== undefined)).toEqual(sent);
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
      const answer = await add('/boards/d', { note: '', email: 'nobody' }).expect(422);
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
      await add('/boards/e', { note: 'twice' }).expect(200);
      const answer = await add('/boards/e', { note: 'twice' }).expect(422);
      expect(firstLine(answer).errors).toEqual({ note: ['It is there already.'] });
    });

    it.each([303, 307, 308])('redirects within the origin with the status %i', async (status) => {
      const sent = act('/boards/f', 'lead').type('form').send({ to: '/shelf', status });
      const answer = await sent.expect(status);
      expect(answer.headers['location']).toBe('/shelf');
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

    it.each([
      ['its result', 'mark', { marked: true }],
      ['null when it returns nothing', 'forget', null],
    ])('answers with %s even when its page cannot be shown afterwards', async (_, name, result) => {
      const answer = await act('/boards/h', name).set(SCRIPT_HEADER, 'page=404').expect(404);
      expect(firstLine(answer)).toMatchObject({ status: 404, result });
    });

    it('passes its query parameters through their pipes', async () => {
      const answer = await act('/boards/h?count=12', 'count').expect(200);
      expect(firstLine(answer).result).toEqual({ count: 12 });
      await act('/boards/h?count=1%20OR%201', 'count').expect(400);
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

    it('redirects to another origin without passing on its fields', async () => {
      for (const status of ['303', '307', '308']) {
        const answer = await submit('/boards/l', 'lead')
          .type('form')
          .send({ to: 'https://example.com/', status });
        expect([answer.status, answer.headers['location']]).toEqual([303, 'https://example.com/']);
      }
    });

    it.each([
      ['/boards/full', 'add', 409, '<p>&lt;b&gt;Full&lt;/b&gt; &amp; closed.</p>'],
      ['/boards/l', 'fail', 500, 'Digest:'],
      ['/boards/l', 'vanish', 404, 'Not found'],
    ])('answers with a page of its outcome: %s %s', async (path, name, status, says) => {
      const answer = await submit(path, name).type('form').send({ note: 'x' }).expect(status);
      expect(answer.text).toContain(says);
      expect(answer.headers['content-type']).toContain('text/html');
    });
  });

  describe('the checks before an action, in this order', () => {
    it('refuse another origin before any guard runs', async () => {
      const answer = await act('/boards/m', 'add').set('Origin', 'https://example.com').expect(403);
      expect(answer.text).toBe('The form was sent from another site.');
      expect(platform.script.take()).toEqual([]);
    });

    it.each(
      ['frame', 'controller', 'method'].flatMap((place) =>
        ([401, 403, 404] as const).map((status) => [place, status] as const),
      ),
    )('refuse when a %s guard refuses with %i', async (place, status) => {
      const scripted = `guard.${place}=${status}`;
      const data = await act('/boards/m', 'unknown').set(SCRIPT_HEADER, scripted).expect(status);
      expect(firstLine(data).status).toBe(status);
      const page = await submit('/boards/m', 'add').set(SCRIPT_HEADER, scripted).expect(status);
      expect(page.text).toContain({ 401: 'sign in', 403: 'may not', 404: 'Not found' }[status]);
      expect(platform.script.take()).not.toContain('add');
    });

    it('refuse an unknown action name', async () => {
      const sends = [
        [act, 'text/plain'],
        [submit, 'text/html'],
      ] as const;
      for (const [send, type] of sends) {
        const answer = await send('/boards/m', 'unknown')
          .set(SCRIPT_HEADER, 'guard.action=403')
          .expect(404);
        expect(answer.headers['action-not-found']).toBe('1');
        expect(answer.headers['content-type']).toContain(type);
      }
    });

    it('show that their address has no page any more', async () => {
      const page = await submit('/nowhere', 'add').type('form').send({ note: 'one' }).expect(404);
      expect(payloadOf(page.text).page).toMatchObject({ url: '/nowhere', status: 404 });
      const data = await act('/nowhere', 'add').type('form').send({ note: 'one' }).expect(404);
      expect(firstLine(data).status).toBe(404);
      const other = await http().post('/nowhere').set('Accept', 'text/html').expect(404);
      expect(other.headers['content-type']).toContain('application/json');
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

    it('refuse a compressed body, and a file when the action takes none', async () => {
      await add('/boards/m', {}).set('Content-Encoding', 'gzip').expect(415);
      const answer = await act('/boards/m', 'add').attach('file', Buffer.from('x'), 'x.txt');
      expect([answer.status, answer.text]).toEqual([415, 'This form takes no files.']);
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

    it.each([
      ['application/x-www-form-urlencoded', 'a&'.repeat(500_000)],
      ['application/json', `{${'"a":0,'.repeat(1001)}`],
      ['multipart/form-data; boundary="x"', `${PART.repeat(1001)}--x--\r\n`],
      ['multipart/form-data; a-boundary=y; boundary=x', `${PART.repeat(1001)}--x--\r\n`],
    ])('refuse, unread, more fields than any form has: %s', async (type, body) => {
      await act('/boards/m', 'add').set('Content-Type', type).send(body).expect(413);
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
      const send = (again: boolean) =>
        once('/boards/s', 'add', again).type('form').send({ note: 'one' }).expect(200);
      const { result } = firstLine(await send(false));
      platform.script.take();
      expect(firstLine(await send(true))).toMatchObject({ result, invalidated: ['board:s'] });
      expect(platform.script.take()).not.toContain('add');
    });

    it('is run for another visitor, and once for an unknown visitor', async () => {
      const counts = [];
      for (const visitor of ['one', 'two', undefined, undefined]) {
        const sent = act('/boards/s2', 'enter-again').set('Idempotency-Key', 'the-same');
        if (visitor) void sent.set('X-Visitor', visitor);
        counts.push(firstLine(await sent.expect(200)).result);
      }
      expect(counts).toEqual([1, 2, 3, 3].map((again) => ({ again })));
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
      const send = (note: string, again: boolean) =>
        once('/boards/u', 'add', again).type('form').send({ note });
      await send('one', false).expect(200);
      const answer = await send('two', true).expect(422);
      expect(answer.text).toBe(
        'This form was sent before, with other content. Load the page again and send it once more.',
      );
    });

    it('is refused after it ran when it is not repeatable, even if it set a cookie', async () => {
      const send = (again: boolean) => once('/boards/y', 'take-seat', again).type('form');
      await send(false).send({ word: '' }).expect(422);
      await send(true).send({ word: 'please' }).expect(200);
      const refused = await send(true).send({ word: 'please' }).expect(409);
      expect(refused.text).toBe('The form was processed, but its result cannot be shown again.');
      expect(refused.headers['content-type']).toContain('text/plain');
    });

    it('is run each time when it signs in', async () => {
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

  describe('an action of a page that was made for one person', () => {
    const open = async (visitor: string): Promise<string> => {
      const { text } = await http().get('/boards/p').set('X-Visitor', visitor).expect(200);
      return /_action=add([^"&]*)"/.exec(text)?.[1] ?? 'none';
    };
    const from = (sent: supertest.Test, visitor: string): supertest.Test =>
      sent.set('X-Visitor', visitor).type('form').send({ note: visitor });

    it.each([
      ['runs for that person', 'ada', 'ada', 'forget', 200],
      ['is refused for somebody else', 'ada', 'bob', 'forget', 409],
      ['runs for whoever has signed out', 'ada', '', 'forget', 200],
      ['runs for whoever was not signed in', '', 'bob', 'forget', 200],
      ['signs in whoever signs in', 'ada', 'bob', 'enter', 200],
    ])('%s', async (_what, before, now, name, status) => {
      const mark = await open(before);
      expect(mark).toMatch(before ? /^\.[\w-]{12}$/ : /^$/);
      await from(act('/boards/p', name + mark), now).expect(status);
    });

    it('tells somebody else in place, or as a page without scripts, and does nothing', async () => {
      const ofAda = `add${await open('ada')}`;
      platform.script.take();
      const data = await from(act('/boards/p', ofAda), 'bob').expect(409);
      expect(data.headers['content-type']).toContain('text/plain');
      expect(data.text).toMatch(/^Another person is signed in now\./);
      const page = await from(submit('/boards/p', ofAda), 'bob').expect(409);
      expect(page.text).toContain(data.text);
      expect(platform.script.take()).not.toContain('add');
    });

    it.each(['controller', 'action'])('tells it where a guard of the %s refuses', async (guard) => {
      const sent = from(act('/boards/p', `add${await open('ada')}`), 'bob');
      await sent.set(SCRIPT_HEADER, `guard.${guard}=404`).expect(409);
    });
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
      const head = '--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\n';
      const answer = await act('/boards/n', 'attach')
        .set('Content-Type', 'multipart/form-data; boundary=x')
        .send(`${head}Content-Type: application/octet-stream\r\n\r\n\r\n--x--\r\n`)
        .expect(422);
      expect(firstLine(answer).errors).toEqual({ file: ['Choose a file.'] });
    });
  });
});
