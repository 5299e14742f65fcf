import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { formatRouterState } from '#shared';
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
    expect(JSON.parse(text)).toMatchObject({
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

  it('has a line per deferred datum, with its outcome when it failed', async () => {
    const { text } = await get(LATE)
      .set(SCRIPT_HEADER, 'late.first=404, late.card=500')
      .expect(200);
    const [page, ...late] = linesOf(text);
    expect(page.segments.at(-1)).toMatchObject({
      data: { text: 'eager text' },
      deferred: ['first', 'second'],
    });
    expect(late).toHaveLength(3);
    expect(late).toContainEqual({ segment: 3, name: 'second', data: 'second words' });
    for (const [name, status] of [
      ['first', 404],
      ['late', 500],
    ]) {
      expect(late).toContainEqual(
        expect.objectContaining({ name, outcome: expect.objectContaining({ status }) }),
      );
    }
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

  it('tells a client of another build only that, and runs no loader', async () => {
    const { text } = await get(PAGE)
      .set('Router-State', formatRouterState('another-build', [FRAME_KEY]))
      .expect(409);
    const conflict = { build: platform.build, url: PAGE };
    expect(JSON.parse(text)).toEqual(conflict);
    const calls = platform.script.take();
    expect(calls.every((place) => place.startsWith('guard.'))).toBe(true);
    const refused = await get(PAGE)
      .set('Router-State', 'another-build')
      .set(SCRIPT_HEADER, 'guard.method=401')
      .expect(409);
    expect(JSON.parse(refused.text)).toEqual(conflict);
  });
});
