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

  it('is one line for a page without deferred data, which no cache stores', async () => {
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

  it('has the outcome of each failed datum in a line', async () => {
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

  it('leaves out segments that the client holds, and does not run their loaders', async () => {
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

  it('has only the requested segment, with its eager and deferred data', async () => {
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
    'has all segments when the requested segment %j is not part of the page',
    async (key) => {
      const { text } = await get(PAGE).set('Router-Segment', key).expect(200);
      expect(viewsOf(linesOf(text)[0])).toHaveLength(3);
    },
  );

  it('tells a client of another build only that, and runs no loader', async () => {
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
    ['invalid keys', 'BUILD \t\u00e9'],
    ['an oversized state of another build', `another-build ${'x'.repeat(9000)}`],
    ['an oversized state of the same build', `BUILD ${FRAME_KEY} ${'x'.repeat(9000)}`],
    ['many spaces', 'BUILD      '],
    ['a script', '<script>alert(1)</script>'],
  ])('has all segments when the router state is %s', async (_, state) => {
    const { text } = await get(PAGE)
      .set('Router-State', state.replace('BUILD', platform.build))
      .expect(200)
      .expect('Content-Type', /x-ndjson/);
    const [page] = linesOf(text);
    expect(page.segments.every((segment) => 'data' in segment)).toBe(true);
  });

  it('has all segments when the router state was sent twice', async () => {
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

  it('has deferred data in lines of their own even with _whole=1', async () => {
    const { text } = await get(`${LATE}?_whole=1`).expect(200);
    expect(linesOf(text)[0].url).toBe(LATE);
    expect(linesOf(text)).toHaveLength(4);
  });
});
