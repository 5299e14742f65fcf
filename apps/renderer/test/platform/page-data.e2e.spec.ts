import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { formatRouterState, parseBuildConflict, parseDeferredDatum, parsePageData } from '#shared';
import { SCRIPT_HEADER } from './product/probe/script.ts';
import { linesOf, viewsOf } from './support/read-page.ts';
import { startSpecPlatform } from './support/spec-platform.ts';
import type { SpecPlatform } from './support/spec-platform.ts';

const PAGE = '/probe/a/1';
const LATE = '/probe/a/1/late';
const FRAME_KEY = 'probe/frame.layout';
const SECTION_KEY = 'probe/section.layout?number=1&section=a';

describe('page data', () => {
  let platform: SpecPlatform;
  const get = (path: string, ...held: string[]): supertest.Test =>
    supertest(platform.app.getHttpServer())
      .get(path)
      .set('Router-State', formatRouterState(platform.build, held));

  beforeAll(async () => {
    platform = await startSpecPlatform();
  });

  afterEach(() => {
    platform.script.take();
  });

  afterAll(() => platform.end());

  it('is one line for a page with nothing deferred, which nobody keeps', async () => {
    const { text, headers } = await get(PAGE).expect(200);
    expect(text.match(/\n/g)).toHaveLength(1);
    expect(headers).toMatchObject({
      'content-type': 'application/x-ndjson; charset=utf-8',
      'cache-control': 'private, no-store',
      vary: expect.stringContaining('Router-State, Router-Prefetch, Router-Segment'),
    });
    expect(parsePageData(text)).toMatchObject({
      v: 1,
      build: platform.build,
      url: PAGE,
      status: 200,
      staleMs: 5000,
      segments: [
        { key: FRAME_KEY, view: 'probe/frame.layout', data: { frame: 'the frame' } },
        { key: SECTION_KEY, head: { title: 'A' }, tags: ['section:A'] },
        { key: PAGE, head: { title: 'plain no word!' }, data: { text: 'plain no word!' } },
      ],
    });
  });

  it('has a line per deferred datum', async () => {
    const { text } = await get(LATE).expect(200);
    const [page, ...late] = linesOf(text);
    expect(page.segments.at(-1)).toMatchObject({
      data: { text: 'eager text' },
      deferred: ['first', 'second'],
    });
    expect(late).toHaveLength(3);
    for (const line of text.split('\n').slice(1, -1)) {
      expect(parseDeferredDatum(line)).toBeDefined();
    }
    expect(late).toContainEqual({ segment: 3, name: 'second', data: 'second words' });
  });

  it('shows in its lines how each datum ended', async () => {
    const { text } = await get(LATE)
      .set(SCRIPT_HEADER, 'late.first=404, late.card=500')
      .expect(200);
    const [, ...late] = linesOf(text);
    expect(late).toContainEqual(
      expect.objectContaining({ name: 'first', outcome: expect.objectContaining({ status: 404 }) }),
    );
    expect(late).toContainEqual(
      expect.objectContaining({ name: 'late', outcome: expect.objectContaining({ status: 500 }) }),
    );
    expect(text).not.toContain('secret');
  });

  it('leaves out what the client holds, whose loaders do not run', async () => {
    const { text } = await get(PAGE, FRAME_KEY, SECTION_KEY).expect(200);
    const [page] = linesOf(text);
    expect(page.segments.map((segment) => 'data' in segment)).toEqual([false, false, true]);
    expect(page.segments[0]).toEqual({ key: FRAME_KEY, view: FRAME_KEY, head: {}, tags: [] });
    const loaders = platform.script.take().filter((place) => !place.startsWith('guard.'));
    expect(loaders).toEqual(['page']);
  });

  it('has the shape and the layouts for a prefetch of the route', async () => {
    const { text } = await get(LATE, FRAME_KEY).set('Router-Prefetch', 'route').expect(200);
    const [page, ...late] = linesOf(text);
    expect(page.segments.map((segment) => 'data' in segment)).toEqual([false, true, true, false]);
    expect(viewsOf(page).at(-1)).toBe('probe/late.page');
    expect(late).toEqual([]);
    expect(platform.script.take()).not.toContain('page');
  });

  it('has everything but deferred data for a prefetch of the page', async () => {
    const { text } = await get(LATE).set('Router-Prefetch', 'page').expect(200);
    const [page, ...late] = linesOf(text);
    expect(page.segments.at(-1)).toMatchObject({
      data: { text: 'eager text' },
      deferred: ['first', 'second'],
    });
    expect(late).toEqual([]);
  });

  it('has one segment alone when one is asked for, eager and deferred data', async () => {
    const { text } = await get(LATE, FRAME_KEY, LATE).set('Router-Segment', LATE).expect(200);
    const [page, ...late] = linesOf(text);
    expect(viewsOf(page)).toEqual(['probe/late.page']);
    expect(page.segments[0]?.data).toEqual({ text: 'eager text' });
    expect(late.map(({ segment, name }) => `${segment} ${name}`)).toEqual(
      expect.arrayContaining(['0 first', '0 second']),
    );
    const calls = platform.script.take();
    expect(calls).toEqual(expect.arrayContaining(['guard.frame', 'guard.section', 'page']));
    expect(calls).not.toContain('section');
  });

  it('runs the guards of the whole chain for a single segment', async () => {
    await get(LATE).set('Router-Segment', LATE).set(SCRIPT_HEADER, 'guard.section=403').expect(403);
    await get(LATE)
      .set('Router-Segment', FRAME_KEY)
      .set(SCRIPT_HEADER, 'guard.controller=401')
      .expect(401);
    expect(platform.script.take()).not.toContain('page');
  });

  it.each(['no/such.segment', '', '/other/page', 'x'.repeat(5000)])(
    'is whole when the single segment %j is none of the chain',
    async (key) => {
      const { text } = await get(PAGE).set('Router-Segment', key).expect(200);
      expect(viewsOf(linesOf(text)[0])).toHaveLength(3);
    },
  );

  it('tells a client of another build that, and nothing else: no loader runs', async () => {
    const { text } = await get(PAGE)
      .set('Router-State', formatRouterState('another-build', [FRAME_KEY]))
      .expect(409);
    expect(JSON.parse(text)).toEqual({ build: platform.build, url: PAGE });
    expect(parseBuildConflict(text)).toBeDefined();
    const calls = platform.script.take();
    expect(calls.every((place) => place.startsWith('guard.'))).toBe(true);
    const refused = await get(PAGE)
      .set('Router-State', 'another-build')
      .set(SCRIPT_HEADER, 'guard.method=401')
      .expect(409);
    expect(parseBuildConflict(refused.text)).toBeDefined();
  });

  it.each([
    ['nothing', ''],
    ['JSON', '{"build":"x"}'],
    ['keys that are none', 'BUILD \t\u00e9'],
    ['something oversized', `another-build ${'x'.repeat(9000)}`],
    ['something oversized of our own', `BUILD ${FRAME_KEY} ${'x'.repeat(9000)}`],
    ['many spaces', 'BUILD      '],
    ['a script', '<script>alert(1)</script>'],
  ])('is whole when the router state is %s', async (_, state) => {
    const { text } = await get(PAGE)
      .set('Router-State', state.replace('BUILD', platform.build))
      .expect(200)
      .expect('Content-Type', /x-ndjson/);
    const [page] = linesOf(text);
    expect(page.segments.every((segment) => 'data' in segment)).toBe(true);
  });

  it('is whole when the router state was sent twice', async () => {
    const state = formatRouterState(platform.build, [FRAME_KEY]);
    const { text } = await supertest(platform.app.getHttpServer())
      .get(PAGE)
      .set('Router-State', [state, 'another-build'] as unknown as string)
      .expect(200);
    expect(linesOf(text)[0].segments.every((segment) => 'data' in segment)).toBe(true);
  });

  it('answers HEAD with its status and type', async () => {
    await supertest(platform.app.getHttpServer())
      .head(LATE)
      .set('Router-State', platform.build)
      .expect(200)
      .expect('Content-Type', /x-ndjson/);
  });

  it('has no whole of itself: deferred data are lines', async () => {
    const { text } = await get(`${LATE}?_whole=1`).expect(200);
    expect(linesOf(text)[0].url).toBe(LATE);
    expect(linesOf(text)).toHaveLength(4);
  });
});
