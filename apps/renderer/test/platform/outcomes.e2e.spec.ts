import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import supertest from 'supertest';
import type { DeferredOutcome } from '#shared';
import { eventually } from '../../../../test/support/eventually.ts';
import { openReportSink } from '../support/report-sink.ts';
import type { ReportSink } from '../support/report-sink.ts';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { lateDataOf, linesOf, payloadOf, viewsOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

const FRAME = 'probe/frame.layout';
const SECTION = 'probe/section.layout';

/** For each place where a request may end: the views around the outcome, outermost first. */
const PLACES: readonly [place: string, around: string[]][] = [
  ['guard.frame', []],
  ['guard.section', [FRAME]],
  ['guard.controller', [FRAME, SECTION]],
  ['guard.method', [FRAME, SECTION]],
  ['frame', []],
  ['section', [FRAME]],
  ['page', [FRAME, SECTION]],
];

function builtIn(status: number): string {
  if (status === 500) return 'rendering/error.page';
  return status === 404 ? 'rendering/not-found.page' : 'rendering/refused.page';
}

function viewOf(status: number, around: readonly string[]): string {
  return status === 404 && around.includes(SECTION)
    ? 'probe/section-missing.page'
    : builtIn(status);
}

const CASES = PLACES.flatMap(([place, around]) =>
  [401, 403, 404, 500].map((status) => [place, status, around] as const),
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

  describe('outcomes of a document', () => {
    it.each(CASES)('are shown for %s with %i inside views %j', async (place, status, around) => {
      const { text } = await get('/probe/a/1', `${place}=${status}`).expect(status);
      const { page } = payloadOf(text);
      expect(page.status).toBe(status);
      expect(viewsOf(page)).toEqual([...around, viewOf(status, around)]);
      expect(text.match(/<meta data-head="" name="robots" content="noindex">/g)).toHaveLength(1);
      expect(text).not.toContain('secret');
      expect(platform.log).toHaveLength(status === 500 ? 1 : 0);
    });
  });

  describe('outcomes of page data', () => {
    it.each(CASES)('are sent for %s with %i inside views %j', async (place, status, around) => {
      const { text } = await get('/probe/a/1', `${place}=${status}`)
        .set('Router-State', platform.build)
        .expect(status)
        .expect('Content-Type', /x-ndjson/)
        .expect('Cache-Control', 'private, no-store');
      const [page] = linesOf(text);
      expect(page.status).toBe(status);
      expect(viewsOf(page)).toEqual([...around, viewOf(status, around)]);
      expect(page.segments.at(-1)?.head.noindex).toBe(true);
      expect(text).not.toContain('secret');
    });

    it('leave out the layouts that the client holds', async () => {
      const { text } = await get('/probe/a/1', 'page=404')
        .set('Router-State', `${platform.build} ${FRAME}`)
        .expect(404);
      const { segments } = linesOf(text)[0];
      expect(segments.map((segment) => 'data' in segment)).toEqual([false, true, true]);
      expect(platform.script.take()).not.toContain('frame');
    });
  });

  it.each([401, 403, 404, 500])('are shown inside the layouts of a pipe: %i', async (status) => {
    for (const [path, around] of [
      [`/probe/a/1?word=end-${status}`, [FRAME, SECTION]],
      [`/probe/end-${status}/1`, [FRAME]],
    ] as const) {
      const { text } = await get(path).expect(status);
      expect(viewsOf(payloadOf(text).page)).toEqual([...around, viewOf(status, around)]);
      const data = await get(path).set('Router-State', platform.build);
      expect([data.status, viewsOf(linesOf(data.text)[0])]).toEqual([
        status,
        [...around, viewOf(status, around)],
      ]);
    }
  });

  it.each([401, 403, 404, 500])('are shown in place of a failed late datum: %i', async (status) => {
    const { text } = await get('/probe/a/1/late', `late.first=${status}`).expect(200);
    const { outcome } = lateDataOf(text).find(({ name }) => name === 'first') as {
      outcome: DeferredOutcome;
    };
    expect(outcome).toMatchObject({ status, view: viewOf(status, [SECTION]) });
    expect(text).not.toContain('secret');
  });

  it('come from the outermost loader when several loaders fail', async () => {
    await get('/probe/a/1', 'page=500, section=403').expect(403);
    await get('/probe/a/1', 'page=401, frame=404').expect(404);
  });

  it('have the view that the method names rather than the view of a layout', async () => {
    const { text } = await get('/probe/a/1/own', 'page=404').expect(404);
    expect(viewsOf(payloadOf(text).page)).toEqual([FRAME, SECTION, 'probe/own-missing.page']);
    const forbidden = await get('/probe/a/1/own', 'page=403').expect(403);
    expect(viewsOf(payloadOf(forbidden.text).page).at(-1)).toBe('rendering/refused.page');
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

    it('are logged once when a deferred datum fails', async () => {
      const script = 'late.first=500, late.second=404';
      const { text } = await get('/probe/a/1/late', script).expect(200);
      const digest = /"digest":"(?<digest>\d+)"/.exec(JSON.stringify(lateDataOf(text)))?.groups?.[
        'digest'
      ];
      expect(platform.log).toEqual([expect.stringContaining(`digest ${digest}`)]);
    });

    it('are logged even when a prefetch leaves out the deferred datum that fails', async () => {
      await get('/probe/a/1/late', 'late.first=500')
        .set('Router-State', platform.build)
        .set('Router-Prefetch', 'page')
        .expect(200);
      await eventually('the line', () => platform.log.length > 0);
      expect(platform.log).toEqual([expect.stringContaining('a secret of the server')]);
    });

    it('are logged once when a view in a late region throws', async () => {
      await get('/probe/a/1/throws?where=region').expect(200);
      expect(platform.log).toEqual([expect.stringContaining('a secret of the region')]);
    });

    it('are logged once when a view in the shell throws, however often it is tried', async () => {
      await get('/probe/a/1/throws?where=shell').expect(500);
      expect(platform.log).toEqual([expect.stringContaining('a secret of the view')]);
    });
  });

  describe('redirects', () => {
    it.each([303, 307, 308])('keep status %i from guards, layouts and pages', async (status) => {
      for (const place of ['guard.frame', 'guard.method', 'section', 'page']) {
        const answer = await get('/probe/a/1', `${place}=${status}:/shelf?colour=red`);
        expect([answer.status, answer.headers['location']]).toEqual([status, '/shelf?colour=red']);
      }
      const data = await get('/probe/a/1', `page=${status}:/shelf`).set(
        'Router-State',
        platform.build,
      );
      expect([data.status, data.headers['location']]).toEqual([status, '/shelf']);
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

    it('are no faults and are not logged', async () => {
      platform.log.length = 0;
      for (const place of ['guard.frame', 'section', 'page']) {
        await get('/probe/a/1', `${place}=303:/shelf`).expect(303);
      }
      await get('/probe/a/1', 'section=303:/shelf,page=404');
      expect(platform.log).toEqual([]);
    });

    it('work from a pipe and from Nest’s own decorator', async () => {
      const piped = await get('/probe/a/1?word=redirect').expect(303);
      expect(piped.headers['location']).toBe('/probe/a/2');
      const moved = await get('/shelf/moved').expect(308);
      expect(moved.headers['location']).toBe('/shelf');
    });

    it.each([
      ['https://elsewhere.example/x', 'https://elsewhere.example/x'],
      ['//elsewhere.example/x', 'http://elsewhere.example/x'],
      ['/shelf#part', '/shelf#part'],
    ])('name the target %s as location in line 1 of page data', async (target, location) => {
      const { text } = await get('/probe/a/1', `page=303:${target}`)
        .set('Router-State', platform.build)
        .expect(200);
      expect(linesOf(text)).toEqual([
        expect.objectContaining({ status: 200, location, segments: [] }),
      ]);
      const page = await get('/probe/a/1', `page=303:${target}`).expect(303);
      expect(page.headers['location']).toBe(location);
    });

    it('end in an error when a page redirects to itself', async () => {
      for (const self of ['/probe/a/1', '/probe/a/1#part', '/probe/b/../a/1']) {
        const { text } = await get('/probe/a/1', `page=303:${self}`).expect(500);
        expect(text).toContain('This page leads to itself.');
      }
      await get('/probe/a/1', 'page=303:/probe/a/1?next=1').expect(303);
      await get('/probe/a/1?_whole=1', 'page=303:/probe/a/1').expect(500);
    });

    it.each(['javascript:alert(1)', 'data:text/html,x', 'http://', 'blob:x'])(
      'are faults when the target %s is no address of the web',
      async (target) => {
        const { headers } = await get('/probe/a/1', `page=303:${target}`).expect(500);
        expect(headers['location']).toBeUndefined();
      },
    );
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
  it('show the stack with its source positions', async () => {
    const platform = await startSpecPlatform({ options: { development: true } });
    const { text } = await supertest(platform.app.getHttpServer())
      .get('/probe/a/1')
      .set('Accept', 'text/html')
      .set(SCRIPT_HEADER, 'page=500')
      .expect(500);
    expect(text).toContain('a secret of the server');
    expect(text).toMatch(/probe\/script\.ts:\d+:\d+/);
    await platform.end();
  });

  it('name the prop that cannot be sent, and why', async () => {
    const platform = await startSpecPlatform({ options: { development: true } });
    const { text } = await supertest(platform.app.getHttpServer())
      .get('/corners/untravelled?what=date')
      .set('Accept', 'text/html')
      .expect(500);
    expect(text).toContain('rows[1].at of probe/region.page is a Date');
    await platform.end();
  });
});
