import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PipeTransform } from '@nestjs/common';
import supertest from 'supertest';
import { formatRouterState } from '#shared';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { payloadOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

describe('enhancers around a page', () => {
  let platform: SpecPlatform;
  const globalCalls: string[] = [];
  const piped: unknown[] = [];
  const get = (path: string): supertest.Test =>
    supertest(platform.app.getHttpServer()).get(path).set('Accept', 'text/html');

  const notingPipe: PipeTransform = {
    transform: (value: unknown) => {
      piped.push(value);
      return value;
    },
  };

  beforeAll(async () => {
    platform = await startSpecPlatform({
      globalGuards: [
        {
          canActivate: () => {
            globalCalls.push('guard');
            platform.script.calls.push('guard.global');
            return true;
          },
        },
      ],
      globalInterceptors: [
        {
          intercept: (_context, next) => {
            globalCalls.push('interceptor');
            return next.handle();
          },
        },
      ],
      globalPipes: [notingPipe],
    });
  });

  beforeEach(() => {
    platform.script.take();
    globalCalls.length = 0;
    piped.length = 0;
  });

  afterAll(() => platform.end());

  it('run guards first: global, layouts outermost first, controller, method; then loaders', async () => {
    await get('/probe/a/1').expect(200);
    const calls = platform.script.take();
    expect(calls.slice(0, 5)).toEqual([
      'guard.global',
      'guard.frame',
      'guard.section',
      'guard.controller',
      'guard.method',
    ]);
    expect(calls.slice(5).toSorted()).toEqual(['frame', 'page', 'section']);
  });

  it.each(['frame', 'section', 'controller', 'method'])(
    'run no loader of the page when the guard of %s refuses',
    async (place) => {
      await get('/probe/a/1').set(SCRIPT_HEADER, `guard.${place}=403`).expect(403);
      expect(platform.script.take()).not.toContain('page');
    },
  );

  it('run no guard after a guard that refused', async () => {
    await get('/probe/a/1').set(SCRIPT_HEADER, 'guard.section=401').expect(401);
    const calls = platform.script.take();
    expect(calls).toContain('guard.frame');
    expect(calls).not.toContain('guard.controller');
    expect(calls).not.toContain('section');
  });

  it('run all guards for segments that the client holds, but not their loaders', async () => {
    const { text } = await get('/probe/a/1').expect(200);
    const keys = payloadOf(text).page.segments.map(({ key }) => key);
    platform.script.take();
    const state = formatRouterState(platform.build, keys);
    await get('/probe/a/1').set('Router-State', state).expect(200);
    expect(platform.script.take()).toEqual([
      'guard.global',
      'guard.frame',
      'guard.section',
      'guard.controller',
      'guard.method',
    ]);
    await get('/probe/a/1')
      .set('Router-State', state)
      .set(SCRIPT_HEADER, 'guard.frame=403')
      .expect(403);
  });

  it('run global guards and interceptors once per request', async () => {
    await get('/probe/a/1').expect(200);
    expect(globalCalls).toEqual(['guard', 'interceptor']);
  });

  it('run global pipes on the parameters of layouts too', async () => {
    await get('/probe/a/1').expect(200);
    expect(piped).toEqual(expect.arrayContaining(['a', '1']));
  });

  it('give interceptors the result of a method or layout, and pipes their parameters', async () => {
    const { text } = await get('/probe/a/7?word=spoken').expect(200);
    expect(text).toContain('<h1>plain spoken!</h1>');
    expect(text).toContain('<article aria-label="A 7">');
  });

  it('answer 403 when a guard returns false', async () => {
    const { text } = await get('/shelf/closed').expect(403);
    expect(text).toContain('You may not see this page.');
    expect(text).not.toContain('never shown');
  });

  it('keep the status and the headers that a method is decorated with', async () => {
    const { text } = await get('/probe/a/1/own').expect(203).expect('X-Own', 'yes');
    expect(text).not.toContain('noindex');
  });

  it("answer 400 when a layout's pipe refuses a parameter", async () => {
    const { text } = await get('/probe/a/one').expect(400);
    expect(payloadOf(text).page.segments.map(({ view }) => view)).toEqual([
      'probe/frame.layout',
      'rendering/refused.page',
    ]);
  });
});
