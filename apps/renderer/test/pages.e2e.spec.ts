import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import supertest from 'supertest';
import { SystemClock } from '#shared';
import { hold } from '../../../test/support/hold.ts';
import { RelayDouble } from './support/relay-double.ts';
import { sampleEvent, sampleReport } from './support/sample-report.ts';
import { startSpecRenderer } from './support/spec-renderer.ts';
import type { SpecRenderer } from './support/spec-renderer.ts';

function payloadOf(html: string): { page: { status: number; segments: { view: string }[] } } {
  const json = /id="document-payload">(?<json>.*?)<\/script>/s.exec(html)?.groups?.['json'];
  return JSON.parse(json ?? '') as ReturnType<typeof payloadOf>;
}

function bodyOf(html: string): string {
  return html.slice(
    html.indexOf('<div id="root">'),
    html.indexOf('<script type="application/json"'),
  );
}

async function showLater({ app, pass }: SpecRenderer): Promise<string> {
  const open = () => supertest(app.getHttpServer()).get('/issues').set(pass).expect(200);
  await open();
  const laterMs = Date.now() + 10_000;
  const later = jest.spyOn(SystemClock.prototype, 'nowMs').mockReturnValue(laterMs);
  const { text } = await open();
  later.mockRestore();
  return bodyOf(text);
}

describe('the console', () => {
  const renderer = hold(startSpecRenderer);
  const get = (path: string): supertest.Test =>
    supertest(renderer.app.getHttpServer())
      .get(path)
      .set({ Accept: 'text/html', ...renderer.pass });

  it.each([
    ['/issues?query=', ['Issues']],
    ['/crons', ['Crons']],
    ['/crons/new', ['Crons']],
    ['/feedback', ['Feedback']],
    ['/search/help', []],
  ])('marks the section of %s in the header', async (path, names) => {
    const { text } = await get(path);
    const marked = text.matchAll(/<a [^>]*aria-current="true"[^>]*>(?<name>[^<]*)/g);
    expect([...marked].map(({ groups }) => groups?.['name'])).toEqual(names);
  });

  it('underlines the wordmark by single properties that WebKit knows', async () => {
    const { text: html } = await get('/issues').expect(200);
    const sheets = [...html.matchAll(/href="(?<href>[^"]+\.css)"/g)];
    const texts = await Promise.all(
      sheets.map(async ({ groups }) => (await get(groups?.['href'] ?? '').expect(200)).text),
    );
    const rule = /\.wordmark\{[^}]*\}/.exec(texts.join(''))?.[0] ?? '';
    expect(rule).toContain('text-decoration-style:wavy');
    expect(rule).toContain('text-decoration-thickness:1.25px');
    expect(rule).not.toMatch(/text-decoration:/);
  });

  it('redirects its root address to the issues', async () => {
    const answer = await get('/').expect(303);
    expect(answer.headers['location']).toBe('/issues');
  });

  it('says that the relay does not answer when it accepts a request and stays silent', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const other = await startSpecRenderer({ RELAY_URL: `http://127.0.0.1:${port}` });
    expect(await showLater(other)).toContain('The relay does not answer.');
    await other.end();
    silent.closeAllConnections();
    silent.close();
  });

  describe('a console with an issue', () => {
    beforeAll(async () => {
      const exception = { type: 'TypeError', value: 'total is not a function', frames: [] };
      const first = sampleEvent({ message: 'first', exceptions: [exception] });
      const second = sampleEvent({
        eventId: 'b'.repeat(32),
        occurredAtMs: first.occurredAtMs + 60_000,
        receivedAtMs: first.receivedAtMs + 60_000,
        release: 'shop@1.4.3',
      });
      await renderer.stores.reports.record([sampleReport(1, first), sampleReport(2, second)]);
    });

    it('shows the event in the address under its own title, and links its newer neighbour', async () => {
      const { text } = await get(`/issues/1?event=${'a'.repeat(32)}`).expect(200);
      expect(text).toContain('<title>APP-1 TypeError: total is not a function');
      const body = bodyOf(text);
      expect(body).toContain('shop@1.4.2');
      expect(body).toContain(`/issues/1?event=${'b'.repeat(32)}`);
    });

    it.each([
      ['/issues/2', 'issue-pages/no-issue.page'],
      ['/issues/abc', 'issue-pages/no-issue.page'],
      ['/issues/1?event=unknown', 'issue-pages/no-issue.page'],
      [`/issues/1?event=${'c'.repeat(32)}`, 'issue-pages/no-issue.page'],
      ['/issues/1?event=a&event=b', 'issue-pages/no-issue.page'],
      ['/issues/%E0%A4%A', 'accounts/not-found.page'],
      ['/no/such/page', 'accounts/not-found.page'],
    ])('answers 404 with a not-found page at %s', async (path, view) => {
      const { text } = await get(path)
        .expect(404)
        .expect('Content-Type', /text\/html/);
      expect(text).toContain('To the issues');
      expect(text.match(/<meta data-head="" name="robots" content="noindex">/g)).toHaveLength(1);
      expect(payloadOf(text).page).toMatchObject({
        status: 404,
        segments: [{ view: 'console/console.layout' }, { view }],
      });
    });
  });

  it('tells programs which part of the API it lacks, in a form that sentry-cli prints', async () => {
    const server = supertest(renderer.app.getHttpServer());
    const errata = '/api/0/organizations/errata';
    for (const [test, part] of [
      [server.get('/api/0/projects/errata/web/replays/?query='), 'GET /api/0/projects/errata/web'],
      [server.post(`${errata}/dashboards/`).send({ title: 'x' }), `POST ${errata}/dashboards/.`],
      [server.get(`${errata}/events/?dataset=logs`), 'logs. /logs.txt?query='],
      [server.put('/api/0/'), 'PUT /api/0/.'],
    ] as const) {
      const { body } = await test.set('Accept', '*/*').expect(400);
      expect(body).toEqual({
        detail: expect.stringContaining(`does not offer this part of the Sentry API: ${part}`),
      });
    }
  });

  it('serves every file that a page names, cacheable for ever and precompressed', async () => {
    const { text } = await get('/issues');
    const files = [...text.matchAll(/(?:href|src)="(?<file>\/assets\/[^"]+)"/g)];
    expect(files.length).toBeGreaterThan(3);
    for (const { groups } of files) {
      const answer = await get(groups?.['file'] ?? '').set('Accept-Encoding', 'gzip');
      expect(answer.status).toBe(200);
      expect(answer.headers['cache-control']).toBe('public,max-age=31536000,immutable');
    }
    const script = /src="(?<file>\/assets\/[^"]+)"/.exec(text)?.groups?.['file'] ?? '';
    const encoded = await get(script).set('Accept-Encoding', 'br, gzip');
    expect(encoded.headers['content-encoding']).toBe('br');
    await get(script).set('Range', 'bytes=10-5').expect(200);
    await supertest(renderer.app.getHttpServer()).post(script).expect(404);
    await get('/assets/gone-12345678.js').expect(404);
    await get('/assets/..%2f.vite/manifest.json').expect(404);
  });

  it('answers at its own addresses alone, so that no other site can read it', async () => {
    await get('/issues').set('Host', 'rebound.example').expect(421);
    await get('/issues').set('Host', 'localhost:3000').expect(200);
  });

  it('is live and ready', async () => {
    expect((await get('/health/live').expect(200)).body).toEqual({ status: 'live' });
    expect((await get('/health/ready').expect(200)).body).toMatchObject({ status: 'ready' });
  });

  it('has no metrics while no token for metrics is set', async () => {
    await get('/metrics').expect(404);
    await get('/metrics').set('Authorization', 'Bearer a guess').expect(404);
  });
});

describe('pages of a console under a base path', () => {
  const relay = hold(() => RelayDouble.start());
  const renderer = hold(() =>
    startSpecRenderer({
      PUBLIC_URL: 'https://example.com/tools/errata/',
      RELAY_URL: `http://127.0.0.1:${relay.port}`,
    }),
  );

  it.each(['/tools/errata', ''])('are reached with %j before their address', async (prefix) => {
    const get = (path: string): supertest.Test =>
      supertest(renderer.app.getHttpServer())
        .get(prefix + path)
        .set(renderer.pass);
    const home = await get('/').expect(303);
    expect(home.headers['location']).toBe('/tools/errata/issues');
    const { text } = await get('/issues').expect(200);
    expect(bodyOf(text)).toContain('href="/tools/errata/issues"');
    expect(bodyOf(text)).toContain('href="/tools/errata/setup"');
    const script = /src="\/tools\/errata(?<file>\/assets\/[^"]+)"/.exec(text)?.groups?.['file'];
    await get(script ?? '').expect(200);
    relay.reset();
    await supertest(renderer.app.getHttpServer()).post(`${prefix}/api/1/envelope/`).expect(200);
    expect(relay.asked).toContainEqual(expect.stringMatching(/^POST \/api\/1\/envelope\/ /));
  });
});
