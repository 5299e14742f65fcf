import { afterEach, describe, expect, it } from '@jest/globals';
import { UnauthorizedException } from '@nestjs/common';
import type { CanActivate } from '@nestjs/common';
import { runtimeLimits, Scheduler } from '#shared';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { payloadOf, viewsOf } from './support/read-page.ts';
import { holdPlatform } from './support/spec-platform.ts';

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
  const scheduler = new HastyScheduler();
  const platform = holdPlatform({ scheduler });
  const { get } = platform;

  afterEach(() => {
    scheduler.fromMs = Number.POSITIVE_INFINITY;
  });

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

  it.each([
    ['what=date', 'rows[1].at of probe/region.page is a Date'],
    ['what=function&late=1', 'rows[1].at of late of probe/region.page is a function'],
  ])('logs field and reason of a value that cannot be sent: %s', async (query, reason) => {
    const { text } = await get(`/corners/untravelled?${query}`);
    expect(text).not.toContain('1970');
    expect(platform.log).toEqual([expect.stringContaining(reason)]);
  });

  describe('a page whose view has its own Suspense region', () => {
    it.each(['', '&late=1&_whole=1'])('fails whole when the region throws: %j', async (query) => {
      const { text } = await get(`/corners/region?where=throw${query}`).expect(500);
      expect(text).toMatch(/Digest: \d+/);
      expect(text).not.toContain('secret');
      expect(platform.log).toEqual([expect.stringContaining('a secret of the region')]);
    });

    it('ends complete when the region waits for ever, and logs a fault', async () => {
      scheduler.fromMs = runtimeLimits.deferredDeadlineMs + 1;
      const { text } = await get('/corners/region?where=never&late=1').expect(200);
      expect(text).toMatch(/<p[^>]*>late<\/p>/);
      expect(text).toMatch(/<\/body><\/html>$/);
      expect(platform.log).toEqual([expect.stringContaining('took too long')]);
      await get('/corners/region?where=never').expect(504);
    });
  });

  it('is an outcome when a loader takes too long', async () => {
    scheduler.fromMs = runtimeLimits.deferredDeadlineMs;
    const { text } = await get('/corners/stuck').expect(503);
    expect(text).toContain('This page took too long.');
    expect(platform.log).toEqual([expect.stringContaining('took too long')]);
  });

  it('drops the cache headers of a method that ends in another outcome', async () => {
    const { headers } = await get('/corners/kept').expect(404);
    expect(headers['cache-control']).toBe('private, no-cache');
    const led = await get('/probe/a/1')
      .set('Router-State', platform.build)
      .set(SCRIPT_HEADER, 'page=303:/shelf');
    expect(led.headers['cache-control']).toBe('private, no-store');
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
});

describe('a visitor whom a guard before all layouts refuses', () => {
  const stranger: CanActivate = {
    canActivate: () => {
      throw new UnauthorizedException();
    },
  };
  const platform = holdPlatform({ globalGuards: [stranger] });

  it('sees no layout', async () => {
    const { text } = await platform.get('/probe/a/1').expect(401);
    expect(viewsOf(payloadOf(text).page)).toEqual(['rendering/refused.page']);
    expect(platform.script.take()).toEqual([]);
  });
});
