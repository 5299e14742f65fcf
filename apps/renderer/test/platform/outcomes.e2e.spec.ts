import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import supertest from 'supertest';
import { eventually } from '../../../../test/support/eventually.ts';
import { openReportSink } from '../support/report-sink.ts';
import type { ReportSink } from '../support/report-sink.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { linesOf, payloadOf, viewsOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

const FRAME = 'probe/frame.layout';
const SECTION = 'probe/section.layout';

/**
 * For each place where a request may end: the views around the outcome, outermost first. A script
 * has the request end there, or a value in the path, which a pipe reads.
 */
const PLACES: readonly [place: string, around: string[], path?: string][] = [
  ['guard.frame', []],
  ['guard.section', [FRAME]],
  ['guard.controller', [FRAME, SECTION]],
  ['guard.method', [FRAME, SECTION]],
  ['frame', []],
  ['section', [FRAME]],
  ['page', [FRAME, SECTION]],
  ['pipe.section', [FRAME], '/probe/end-STATUS/1'],
  ['pipe.page', [FRAME, SECTION], '/probe/a/1?word=end-STATUS'],
];

function viewOf(status: number, around: readonly string[]): string {
  if (status === 404 && around.includes(SECTION)) return 'probe/section-missing.page';
  if (status === 500) return 'rendering/error.page';
  return status === 404 ? 'rendering/not-found.page' : 'rendering/refused.page';
}

const CASES = PLACES.flatMap(([place, around, path = '/probe/a/1']) =>
  [401, 403, 404, 500].map((status) => [place, status, around, path] as const),
);

describe('outcomes', () => {
  let platform: SpecPlatform;
  let sink: ReportSink;
  const get = (path: string, script = ''): supertest.Test =>
    supertest(platform.app.getHttpServer())
      .get(path)
      .set('Accept', 'text/html')
      .set(SCRIPT_HEADER, script);

  beforeAll(async () => {
    sink = await openReportSink();
    platform = await startSpecPlatform({
      reporting: { dsn: sink.dsn, release: 'probe@1', environment: 'spec' },
    });
  });

  afterEach(() => {
    platform.script.take();
    platform.log.length = 0;
  });

  afterAll(async () => {
    await platform.end();
    sink.end();
  });

  it.each(CASES)(
    'are shown for %s with %i inside views %j',
    async (place, status, around, path) => {
      const ask = (): supertest.Test =>
        get(path.replace('STATUS', String(status)), `${place}=${status}`).expect(status);
      const { text } = await ask();
      const shown = payloadOf(text).page;
      expect(text.match(/<meta data-head="" name="robots" content="noindex">/g)).toHaveLength(1);
      expect(platform.log).toHaveLength(status === 500 ? 1 : 0);
      const data = await ask()
        .set('Router-State', platform.build)
        .expect('Content-Type', /x-ndjson/)
        .expect('Cache-Control', 'private, no-store');
      const [sent] = linesOf(data.text);
      expect(sent.segments.at(-1)?.head.noindex).toBe(true);
      for (const page of [shown, sent]) {
        expect(page.status).toBe(status);
        expect(viewsOf(page)).toEqual([...around, viewOf(status, around)]);
      }
      expect(text + data.text).not.toContain('secret');
    },
  );

  it('come from the outermost loader when several loaders fail', async () => {
    await get('/probe/a/1', 'page=500, section=403').expect(403);
    await get('/probe/a/1', 'page=401, frame=404').expect(404);
  });

  it('are shown inside the outermost layout at an address without a page', async () => {
    const { text } = await get('/no/such/page').expect(404);
    expect(viewsOf(payloadOf(text).page)).toEqual([FRAME, 'rendering/not-found.page']);
    const guarded = await get('/no/such/page', 'guard.frame=401').expect(404);
    expect(viewsOf(payloadOf(guarded.text).page)).toEqual(['rendering/not-found.page']);
    const data = await get('/no/such/page').set('Router-State', platform.build).expect(404);
    expect(viewsOf(linesOf(data.text)[0])).toEqual([FRAME, 'rendering/not-found.page']);
  });

  it('are JSON when the client wants no page', async () => {
    const answer = await get('/probe/a/1', 'page=404').set('Accept', 'application/json');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ detail: 'Not found.' });
    const posted = await supertest(platform.app.getHttpServer()).post('/nowhere').expect(404);
    expect(posted.body).toEqual({ detail: 'Not found.' });
  });

  describe('faults', () => {
    it('name one digest on the page, in one log line and in one report of the same trace', async () => {
      const { text } = await get('/probe/a/1', 'page=500').expect(500);
      expect(text).toContain('Application error: a server-side exception has occurred');
      const digest = /Digest: (?<digest>\d+)/.exec(text)?.groups?.['digest'] ?? 'none';
      const trace = /name="sentry-trace" content="(?<id>[0-9a-f]{32})-/.exec(text)?.groups?.['id'];
      expect(platform.log.filter((line) => line.includes(`digest ${digest}`))).toHaveLength(1);
      const reports = (): string[] =>
        sink.bodies.filter((body) => body.includes(trace ?? 'no trace'));
      await eventually('the report', () => reports().length > 0);
      expect(JSON.parse(reports()[0]?.split('\n')[2] ?? '')).toMatchObject({ tags: { digest } });
      expect(reports()).toHaveLength(1);
    });

    it('are logged even when a prefetch leaves out the deferred datum that fails', async () => {
      await get('/probe/a/1/late', 'late.first=500')
        .set('Router-State', platform.build)
        .set('Router-Prefetch', 'page')
        .expect(200);
      await eventually('the line', () => platform.log.length > 0);
      expect(platform.log).toEqual([expect.stringContaining('a secret of the server')]);
    });
  });

  describe('redirects', () => {
    it.each([303, 307, 308])('keep status %i from each place, and log nothing', async (status) => {
      for (const place of ['guard.frame', 'guard.method', 'section', 'page']) {
        const answer = await get('/probe/a/1', `${place}=${status}:/shelf?colour=red`);
        expect([answer.status, answer.headers['location']]).toEqual([status, '/shelf?colour=red']);
      }
      const data = await get('/probe/a/1', `page=${status}:/shelf`).set(
        'Router-State',
        platform.build,
      );
      expect([data.status, data.headers['location']]).toEqual([status, '/shelf']);
      expect(platform.log).toEqual([]);
    });

    it('remove a slash at the end of an address once the guards have passed', async () => {
      for (const path of ['/probe/a/1', '//probe/a/1', '/\\probe/a/1']) {
        const answer = await get(`${path}/?word=x/`);
        expect([answer.status, answer.headers['location']]).toEqual([308, '/probe/a/1?word=x/']);
        expect(answer.headers['cache-control']).toBe('private, no-cache');
      }
      const data = await get('/probe/a/1/').set('Router-State', platform.build).expect(308);
      expect(data.headers['location']).toBe('/probe/a/1');
      await supertest(platform.app.getHttpServer()).head('/probe/a/1/').expect(308);
      await get('/probe/a/1/', 'guard.method=403').expect(403);
      await get('/health/live/').expect(200);
      for (const path of ['/', '//', '//evil.example/', '/\\evil.example/'])
        expect((await get(path)).headers['location']).toBeUndefined();
    });

    it('work from a pipe and from Nest’s own decorator', async () => {
      const piped = await get('/probe/a/1?word=redirect').expect(303);
      expect(piped.headers['location']).toBe('/probe/a/2');
      const moved = await get('/shelf/moved').expect(308);
      expect(moved.headers['location']).toBe('/shelf');
    });

    it('name a target that no fetch follows in line 1 of page data', async () => {
      const { text } = await get('/probe/a/1', 'page=303:/shelf#part')
        .set('Router-State', platform.build)
        .expect(200);
      expect(linesOf(text)).toEqual([
        expect.objectContaining({ status: 200, location: '/shelf#part', segments: [] }),
      ]);
    });
  });
});

describe('outcomes at addresses for programs', () => {
  it('are JSON with one key, whatever the client accepts, and explain an unknown address', async () => {
    const unknownAddress = { status: 400, detail: 'There is no such API yet.' };
    const programs = {
      has: ({ path }: Request) => path.startsWith('/probe/'),
      refuseUnknown: () => unknownAddress,
    };
    const platform = await startSpecPlatform({ options: { programs } });
    for (const [path, script, status, detail] of [
      // Programs get the text that the author of the API wrote. People do not.
      ['/probe/a/1', 'guard.method=401', 401, 'a secret reason'],
      ['/probe/a/1', 'guard.method=403', 403, 'a secret reason'],
      ['/probe/a/1', 'page=404', 404, 'a secret reason'],
      ['/probe/no/such/thing/', '', 400, unknownAddress.detail],
      ['/probe/%E0%A4%A/', '', 400, unknownAddress.detail],
    ] as const) {
      const answer = await supertest(platform.app.getHttpServer())
        .get(path)
        .set('Accept', 'text/html,*/*')
        .set(SCRIPT_HEADER, script)
        .expect(status)
        .expect('Content-Type', /^application\/json/);
      expect(answer.body).toEqual({ detail });
    }
    await platform.end();
  });
});

describe('outcomes in development', () => {
  it('show the stack with its source positions, and the prop that cannot be sent', async () => {
    const platform = await startSpecPlatform({ options: { development: true } });
    const show = async (path: string, script = ''): Promise<string> => {
      const asked = supertest(platform.app.getHttpServer()).get(path).set('Accept', 'text/html');
      return (await asked.set(SCRIPT_HEADER, script).expect(500)).text;
    };
    const failed = await show('/probe/a/1', 'page=500');
    expect(failed).toContain('a secret of the server');
    expect(failed).toMatch(/probe\/script\.ts:\d+:\d+/);
    const unsendable = await show('/corners/untravelled?what=date');
    expect(unsendable).toContain('rows[1].at of probe/region.page is a Date');
    await platform.end();
  });
});
