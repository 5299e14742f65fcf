import { request as httpRequest } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../../../test/support/eventually.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { lateDataOf, payloadOf, viewsOf } from './support/read-page.ts';
import { holdPlatform } from './support/spec-platform.ts';

const LATE = '/probe/a/1/late';
/** Compressed answers have no Content-Length. */
const PLAIN = { 'Accept-Encoding': 'identity' };

async function readUntil(answer: IncomingMessage, text: string): Promise<string> {
  let read = '';
  for await (const chunk of answer.iterator({ destroyOnReturn: false })) {
    read += String(chunk);
    if (read.includes(text)) return read;
  }
  throw new Error(`The answer ended without ${text}: ${read}`);
}

describe('documents', () => {
  const platform = holdPlatform({
    reporting: { dsn: 'http://key@127.0.0.1:9/2', release: 'r', environment: 'e' },
  });
  const { get } = platform;

  /** Begins to read a page whose deferred data wait. */
  async function openWaiting(): Promise<IncomingMessage> {
    const path = `${await platform.listen()}${LATE}?hold=1`;
    const request = httpRequest(path, { headers: { accept: 'text/html' } }).end();
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    await eventually(
      'both wait',
      () => platform.script.isWaiting('first') && platform.script.isWaiting('second'),
    );
    return answer;
  }

  describe('documents without deferred data', () => {
    it('are sent whole, with their length and their payload', async () => {
      const { text, headers } = await get('/probe/a/1').set(PLAIN).expect(200);
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
      expect(payloadOf(text).page).toMatchObject({
        v: 1,
        build: platform.build,
        url: '/probe/a/1',
        status: 200,
        staleMs: 5000,
        segments: [
          { key: 'probe/frame.layout', data: { frame: 'the frame' }, tags: [] },
          {
            key: 'probe/section.layout?number=1&section=a',
            head: { title: 'A' },
            tags: ['section:A'],
          },
          { key: '/probe/a/1', view: 'probe/plain.page', tags: ['plain'] },
        ],
      });
      expect(text).not.toContain('http-equiv="refresh"');
    });

    it('carry each datum once', async () => {
      const { text } = await get('/shelf?colour=unmistakable').expect(200);
      const payload = text.slice(text.indexOf('id="document-payload"'));
      expect(payload.match(/the unmistakable shelf/g)).toHaveLength(1);
    });

    it('preload the scripts and styles of exactly their route, in headers and head', async () => {
      const { text, headers } = await get('/probe/a/1').expect(200);
      const links = String(headers['link']);
      const scripts = [...links.matchAll(/<(?<file>[^>]+)>; rel=modulepreload/g)].map(
        ({ groups }) => groups?.['file'] ?? '',
      );
      expect(scripts.join()).toContain('plain.page');
      expect(scripts.join()).toContain('section.layout');
      expect(scripts.join()).not.toContain('late.page');
      for (const file of scripts) {
        expect(text).toContain(`<link rel="modulepreload" href="${file}">`);
        await get(file).expect(200);
      }
      expect(links).toMatch(/<[^>]+\.css>; rel=preload; as=style/);
    });
  });

  describe('documents with deferred data', () => {
    it('send the shell first, then each datum and its region as it settles', async () => {
      const answer = await openWaiting();
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-length']).toBeUndefined();
      const shell = await readUntil(answer, '</noscript>');
      const rest = shell.includes('document-payload')
        ? shell
        : shell + (await readUntil(answer, 'document-payload'));
      expect(rest).toContain('first waits');
      expect(rest).not.toContain('second words');
      platform.script.open('second');
      const second = await readUntil(answer, 'second words</p>');
      expect(lateDataOf(second)).toContainEqual({
        segment: 3,
        name: 'second',
        data: 'second words',
      });
      expect(second.indexOf('pageDeferred')).toBeLessThan(second.indexOf('second words</p>'));
      platform.script.open('first');
      const first = await readUntil(answer, '</html>');
      expect(lateDataOf(first)).toEqual([
        { segment: 3, name: 'first', data: { words: 'first words </script>' } },
      ]);
    });

    it('carry each datum once and end complete', async () => {
      const { text } = await get(LATE).expect(200);
      expect(payloadOf(text).page.segments.at(-1)).toMatchObject({
        data: { text: 'eager text' },
        deferred: ['first', 'second'],
      });
      expect(lateDataOf(text)).toHaveLength(3);
      expect(text.match(/second words(?!<)/g)).toHaveLength(1);
      expect(text).toMatch(/<\/body><\/html>$/);
    });

    it('name the nonce of the answer on every script that runs', async () => {
      const { text, headers } = await get(LATE).expect(200);
      const nonce = /'nonce-(?<nonce>[^']+)'/.exec(headers['content-security-policy'] ?? '')
        ?.groups?.['nonce'];
      const scripts = [...text.matchAll(/<script(?<attributes>[^>]*)>/g)].map(
        ({ groups }) => groups?.['attributes'] ?? '',
      );
      const running = scripts.filter((attributes) => !attributes.includes('application/json'));
      expect(running.length).toBeGreaterThan(3);
      for (const attributes of running) expect(attributes).toContain(`nonce="${nonce}"`);
      const tree = text.slice(text.indexOf('<div id="root">'), text.indexOf('document-payload'));
      expect(tree).not.toContain('nonce');
    });

    it('lead readers without scripts to the whole page', async () => {
      const { text } = await get(`${LATE}?x=1&y=%C3%BC`).expect(200);
      expect(text).toContain(
        `<noscript><meta http-equiv="refresh" content="0;url=${LATE}?x=1&amp;y=%C3%BC&amp;_whole=1"></noscript>`,
      );
    });

    it('answer HEAD with status and headers alone', async () => {
      const answer = await platform.http().head(LATE).expect(200);
      expect(answer.headers['link']).toContain('late.page');
      expect(answer.headers['content-length']).toBeUndefined();
    });
  });

  describe('documents that are requested whole', () => {
    it('have all data in place, their length and their canonical address', async () => {
      const { text, headers } = await get(`${LATE}?_whole=1&x=1`).set(PLAIN).expect(200);
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
      const body = text.slice(text.indexOf('<div id="root">'), text.indexOf('document-payload'));
      expect(body).toContain('<p>first words &lt;/script&gt;</p>');
      expect(body).toContain('<p>second words</p>');
      expect(body).toContain('late in the card');
      expect(body).not.toContain('waits');
      expect(text).toContain(`<link data-head="" rel="canonical" href="${LATE}?x=1">`);
      expect(text).not.toContain('http-equiv="refresh"');
      expect(payloadOf(text)).toMatchObject({
        page: { url: `${LATE}?x=1`, segments: expect.anything() },
        settled: expect.arrayContaining([{ segment: 3, name: 'second', data: 'second words' }]),
      });
    });

    it.each([
      ['late.first=404, late.second=500', 500],
      ['late.card=403', 403],
    ])('show the outcome of %s in place, and have its status %i', async (script, status) => {
      const { text } = await get(`${LATE}?_whole=1`).set(SCRIPT_HEADER, script).expect(status);
      expect(text).toContain('<h1>eager text</h1>');
      expect(text.match(/<meta data-head="" name="robots" content="noindex">/g)).toHaveLength(1);
      expect(text).not.toContain('secret');
    });

    it('redirect when a deferred datum redirects, and log no fault', async () => {
      const { headers } = await get(`${LATE}?_whole=1`)
        .set(SCRIPT_HEADER, 'late.second=303:/shelf')
        .expect(303);
      expect(headers['location']).toBe('/shelf');
      expect(platform.log).toEqual([]);
    });

    it.each([
      ['late.first=404', 404],
      ['', 200],
    ])('are sent to a bot unasked: with the script %j as %i', async (script, status) => {
      const { text } = await get(LATE)
        .set('User-Agent', 'Mozilla/5.0 (compatible; Googlebot/2.1)')
        .set(SCRIPT_HEADER, script)
        .expect(status);
      expect(text).not.toContain('waits');
    });
  });

  describe('documents with deferred data that fail', () => {
    it.each([
      ['late.first=404, late.card=403', 1],
      ['late.second=500', 0],
      ['late.second=303:/shelf', 0],
    ])('tell search engines at most once to skip missing data: %j', async (script, times) => {
      const { text } = await get(LATE).set(SCRIPT_HEADER, script).expect(200);
      expect(text.split('<meta data-head="" name="robots" content="noindex">')).toHaveLength(
        times + 1,
      );
      expect(text).toMatch(/<\/body><\/html>$/);
    });

    it('show missing and failed data in place, and end complete', async () => {
      const { text } = await get(LATE)
        .set(SCRIPT_HEADER, 'late.first=404, late.second=500')
        .expect(200);
      const late = lateDataOf(text);
      expect(late).toContainEqual({
        segment: 3,
        name: 'first',
        outcome: {
          status: 404,
          view: 'probe/section-missing.page',
          data: { status: 404, title: 'Not found', detail: 'Not found.' },
        },
      });
      expect(late).toContainEqual(
        expect.objectContaining({
          name: 'second',
          outcome: expect.objectContaining({ status: 500, view: 'rendering/error.page' }),
        }),
      );
      expect(text).toContain('nothing in this section: 404');
      expect(text).toMatch(/Digest: \d+/);
      expect(text).not.toContain('secret');
      expect(text).toMatch(/<\/body><\/html>$/);
    });

    it('are the error page when the view of the shell throws', async () => {
      const { text } = await get('/probe/a/1/throws?where=shell').expect(500);
      expect(viewsOf(payloadOf(text).page)).toEqual([
        'probe/frame.layout',
        'probe/section.layout',
        'rendering/error.page',
      ]);
      expect(text).not.toContain('secret');
    });
  });

  it('stop when their visitor leaves: loaders get a signal, and no fault is logged', async () => {
    const answer = await openWaiting();
    answer.destroy();
    await eventually('the loaders are told', () => platform.script.calls.includes('left.first'));
    platform.script.open('first');
    platform.script.open('second');
    await get('/shelf').expect(200);
    expect(platform.log).toEqual([]);
  });
});
