import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { UnauthorizedException } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import supertest from 'supertest';
import { formatRouterState, runtimeLimits, Scheduler } from '#shared';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { linesOf, payloadOf, viewsOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

/**
 * Runs tasks with a delay from `fromMs` to twice as much almost at once. Never runs tasks with another
 * delay.
 */
class HastyScheduler extends Scheduler {
  fromMs = Number.POSITIVE_INFINITY;

  override runAfter(delayMs: number, task: () => void): () => void {
    if (delayMs < this.fromMs || delayMs >= 2 * this.fromMs - 2) return () => undefined;
    const timer = setTimeout(task, 20);
    return () => clearTimeout(timer);
  }
}

describe('the page platform in edge cases', () => {
  let platform: SpecPlatform;
  const scheduler = new HastyScheduler();
  const get = (path: string): supertest.Test =>
    supertest(platform.app.getHttpServer()).get(path).set('Accept', 'text/html');

  beforeAll(async () => {
    platform = await startSpecPlatform({ scheduler });
  });

  afterEach(() => {
    platform.log.length = 0;
    platform.script.take();
    scheduler.fromMs = Number.POSITIVE_INFINITY;
  });

  afterAll(() => platform.end());

  it('guards a controller that extends a class inside a guarded layout', async () => {
    const { text } = await get('/corners/inherited').expect(403);
    expect(text).not.toContain('a secret');
    expect(text).not.toContain('the closed room');
  });

  it('leaves exceptions to a filter of the product, but no redirects and build mismatches', async () => {
    const missing = await get('/corners/filtered?to=nowhere').expect(404);
    expect(missing.body).toEqual({ own: 'Not Found' });
    const led = await get('/corners/filtered?to=/shelf').expect(303);
    expect(led.headers['location']).toBe('/shelf');
    const { text } = await get('/corners/filtered')
      .set('Router-State', 'another-build')
      .expect(409);
    expect(JSON.parse(text)).toEqual({ build: platform.build, url: '/corners/filtered' });
  });

  it('tells a client of another build only that, even when the page redirects', async () => {
    for (const script of ['guard.frame=303:/shelf', 'page=303:https://elsewhere.example/']) {
      const { text } = await get('/probe/a/1')
        .set('Router-State', 'another-build')
        .set(SCRIPT_HEADER, script)
        .expect(409);
      expect(JSON.parse(text)).toEqual({ build: platform.build, url: '/probe/a/1' });
    }
  });

  it('defers an object that has `then` and is no promise', async () => {
    const { text } = await get('/corners/thenable?_whole=1').expect(200);
    expect(text).toContain('<p>from a query</p>');
    const data = await get('/corners/thenable').set('Router-State', platform.build).expect(200);
    expect(linesOf(data.text)[1]).toMatchObject({ name: 'late', data: 'from a query' });
  });

  describe.each([
    ['date', 'is a Date'],
    ['function', 'is a function'],
  ])('page props with a value that cannot be sent: a %s', (what, reason) => {
    const path = `/corners/untravelled?what=${what}`;

    it.each(['document', 'page data'])('fail with field and reason logged: %s', async (format) => {
      const request = get(path);
      if (format === 'page data') void request.set('Router-State', platform.build);
      const { text } = await request.expect(500);
      expect(text).not.toContain('1970');
      expect(platform.log).toEqual([
        expect.stringContaining(`rows[1].at of probe/region.page ${reason}`),
      ]);
    });

    it.each(['&late=1', '&late=1&_whole=1'])('fail when the value is late: %s', async (query) => {
      await get(path + query);
      expect(platform.log).toEqual([
        expect.stringContaining(`rows[1].at of late of probe/region.page ${reason}`),
      ]);
    });
  });

  describe('a page whose view has its own Suspense region', () => {
    it.each(['', '&late=1&_whole=1'])('fails whole when the region throws: %j', async (query) => {
      const { text } = await get(`/corners/region?where=throw${query}`).expect(500);
      expect(text).toMatch(/Digest: \d+/);
      expect(text).not.toContain('secret');
      expect(platform.log).toEqual([expect.stringContaining('a secret of the region')]);
    });

    it.each(['', '&late=1', '&late=1&_whole=1'])(
      'contains the region when that waits a moment: %j',
      async (query) => {
        const { text } = await get(`/corners/region?where=moment${query}`).expect(200);
        expect(text).toMatch(/<b[^>]*>a moment later<\/b>/);
        expect(platform.log).toEqual([]);
      },
    );

    it('ends complete when the region waits for ever, and logs a fault', async () => {
      scheduler.fromMs = runtimeLimits.deferredDeadlineMs + 1;
      const { text } = await get('/corners/region?where=never&late=1').expect(200);
      expect(text).toMatch(/<p[^>]*>late<\/p>/);
      expect(text).toMatch(/<\/body><\/html>$/);
      expect(platform.log).toEqual([expect.stringContaining('took too long')]);
      await get('/corners/region?where=never').expect(504);
    });
  });

  it('drops the cache headers of a method that ends in another outcome', async () => {
    const { headers } = await get('/corners/kept').expect(404);
    expect(headers['cache-control']).toBe('private, no-cache');
    const led = await get('/probe/a/1')
      .set('Router-State', platform.build)
      .set(SCRIPT_HEADER, 'page=303:/shelf');
    expect(led.headers['cache-control']).toBe('private, no-store');
  });

  it('logs a failing view of an outcome under a digest, and still answers the outcome', async () => {
    const { text } = await get('/corners/unshowable').expect(404);
    expect(text).toContain('Not found.');
    expect(platform.log).toEqual([expect.stringMatching(/digest \d+: a secret of the view/)]);
  });

  it('logs every fault, whichever outcome decides', async () => {
    await get('/probe/a/1').set(SCRIPT_HEADER, 'section=403, page=500').expect(403);
    expect(platform.log).toHaveLength(1);
    platform.log.length = 0;
    await get('/probe/a/1').set(SCRIPT_HEADER, 'guard.controller=401, frame=500').expect(401);
    expect(platform.log).toHaveLength(1);
  });

  it('gives outcomes other keys at other addresses and for other statuses', async () => {
    const keyOf = async (path: string, script = ''): Promise<string | undefined> =>
      payloadOf((await get(path).set(SCRIPT_HEADER, script)).text).page.segments.at(-1)?.key;
    expect(await keyOf('/no/such')).not.toBe(await keyOf('/no/other'));
    expect(await keyOf('/probe/a/1', 'page=500')).not.toBe(await keyOf('/probe/a/1', 'page=404'));
  });

  it.each(['//evil.example/x', '/\\evil.example/x', '///evil.example/x'])(
    'never takes %s for another host',
    async (path) => {
      const { text } = await get(`${path}?_whole=1`).expect(404);
      expect(text).toContain('<link data-head="" rel="canonical" href="/evil.example/x">');
      expect(payloadOf(text).page.url).toBe('/evil.example/x');
    },
  );

  it('answers a prefetch of one segment with that segment and its deferred data', async () => {
    const { text } = await get('/probe/a/1/late')
      .set('Router-State', formatRouterState(platform.build, []))
      .set('Router-Segment', '/probe/a/1/late')
      .set('Router-Prefetch', 'page')
      .expect(200);
    expect(linesOf(text)).toHaveLength(3);
  });
});

describe('a visitor whom a guard before all layouts refuses', () => {
  it('sees no layout', async () => {
    const stranger: CanActivate = {
      canActivate: () => {
        throw new UnauthorizedException();
      },
    };
    const platform = await startSpecPlatform({ globalGuards: [stranger] });
    const server = platform.app.getHttpServer();
    const { text } = await supertest(server)
      .get('/probe/a/1')
      .set('Accept', 'text/html')
      .expect(401);
    expect(viewsOf(payloadOf(text).page)).toEqual(['rendering/refused.page']);
    expect(platform.script.take()).toEqual([]);
    await platform.end();
  });
});
