import { describe, expect, it } from '@jest/globals';
import { formatRouterState } from '#shared';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { payloadOf, viewsOf } from './support/read-page.ts';
import { holdPlatform } from './support/spec-platform.ts';

describe('enhancers around a page', () => {
  const globalCalls: string[] = [];
  const piped: unknown[] = [];
  const platform = holdPlatform({
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
    globalPipes: [
      {
        transform: (value: unknown) => {
          piped.push(value);
          return value;
        },
      },
    ],
  });
  const { get } = platform;
  const GUARDS = ['global', 'frame', 'section', 'controller', 'method'].map(
    (place) => `guard.${place}`,
  );

  it('run guards first: global, layouts outermost first, controller, method; then loaders', async () => {
    await get('/probe/a/1').expect(200);
    const calls = platform.script.take();
    expect(calls.slice(0, 5)).toEqual(GUARDS);
    expect(calls.slice(5).toSorted()).toEqual(['frame', 'page', 'section']);
  });

  it.each([
    ['frame', 2],
    ['section', 3],
    ['controller', 4],
    ['method', 5],
  ])(
    'run no further guard and no loader of the page when the guard of %s refuses',
    async (place, ran) => {
      await get('/probe/a/1').set(SCRIPT_HEADER, `guard.${place}=403`).expect(403);
      const calls = platform.script.take();
      expect(calls.filter((call) => call.startsWith('guard'))).toEqual(GUARDS.slice(0, ran));
      expect(calls).not.toContain('page');
    },
  );

  it('run all guards for segments that the client holds, but not their loaders', async () => {
    const { text } = await get('/probe/a/1').expect(200);
    const keys = payloadOf(text).page.segments.map(({ key }) => key);
    platform.script.take();
    const state = formatRouterState(platform.build, keys);
    await get('/probe/a/1').set('Router-State', state).expect(200);
    expect(platform.script.take()).toEqual(GUARDS);
    await get('/probe/a/1')
      .set('Router-State', state)
      .set(SCRIPT_HEADER, 'guard.frame=403')
      .expect(403);
  });

  it('run global ones once for each request, and global pipes on parameters of layouts too', async () => {
    globalCalls.length = piped.length = 0;
    await get('/probe/a/1').expect(200);
    expect(globalCalls).toEqual(['guard', 'interceptor']);
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
    expect(viewsOf(payloadOf(text).page)).toEqual(['probe/frame.layout', 'rendering/refused.page']);
  });
});
