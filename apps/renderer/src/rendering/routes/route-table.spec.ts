import { describe, expect, it } from '@jest/globals';
import express from 'express';
import supertest from 'supertest';
import { listRegisteredRoutes } from './registered-routes.ts';
import { toRouteTable } from './route-table.ts';
import type { RoutePath } from './route-table.ts';

const PATHS: readonly RoutePath[] = [
  '/',
  '/health/live',
  '/issues',
  '/issues/new/',
  '/issues/:id',
  '/issues/:id/events{/:event}',
  '/files/*path',
  ['/one', '/other/:name'],
  /^\/v\d+$/,
  '/:anything',
];

function findRoute(path: string): number {
  const { routes } = toRouteTable(
    PATHS.map((each) => ({ path: each, views: [], reads: [] })),
    [],
  );
  return routes.findIndex(([pattern]) => new RegExp(pattern, 'i').test(path));
}

describe('toRouteTable', () => {
  it('names each view once, and refers to views by their place', () => {
    const routes = [
      { path: '/health/live', views: [], reads: [] },
      { path: '/issues', views: ['a/frame.layout', 'a/list.page'], reads: [] },
      {
        path: '/issues/:id',
        views: ['a/frame.layout', 'a/issue.layout', 'a/issue.page'],
        reads: [[], ['id']],
      },
    ];
    const table = toRouteTable(routes, ['a/issue.page', 'a/elsewhere.page', 'a/list.page']);
    expect(table.views).toEqual([
      'a/frame.layout',
      'a/list.page',
      'a/list.page loading',
      'a/issue.layout',
      'a/issue.page',
      'a/issue.page loading',
    ]);
    expect(table.routes.map(([, , ...views]) => views)).toEqual([[], [0, 1, 2], [0, 3, 4, 5]]);
  });

  it.each<[RoutePath, string[], (number | string)[]]>([
    ['/issues/:id', [], []],
    ['/issues/:id', ['id'], [1]],
    ['/projects/:project/issues/:id', ['id'], [2]],
    ['/projects/:project/issues/:id', ['id', 'project'], [2, 1]],
    ['/projects/:project/issues/:id', ['*'], [0]],
    ['/issues/:id', ['elsewhere', 'id'], [' ', 1]],
    ['/issues', ['?before'], ['before']],
    ['/issues', ['?1'], ['']],
    ['/issues/:id', ['?', 'id'], ['', 1]],
    ['/issues{/:id}/events', ['id'], [1]],
    ['/files/*path', ['path'], [1]],
    [['/one', '/other/:name'], ['name'], [0]],
    [/^\/v(?<version>\d+)$/, ['version', '?'], [0, '']],
  ])('finds what %j captures of the parts %j that a layout reads: %j', (path, names, parts) => {
    const { routes } = toRouteTable([{ path, views: ['a/list.page'], reads: [[], names] }], []);
    expect(routes[0]?.[1]).toEqual([[], parts]);
  });

  it('captures the same values for all addresses with the same layouts', () => {
    const path = '/projects/:project/issues{/:id}';
    const [[pattern, [parts]] = ['', [[]]]] = toRouteTable(
      [{ path, views: ['a/list.page'], reads: [['project']] }],
      [],
    ).routes;
    const read = (address: string): string => {
      const match = new RegExp(pattern, 'i').exec(address);
      return (parts ?? []).map((part) => match?.[Number(part)] ?? '').join('');
    };
    expect(read('/projects/web/issues/1')).toBe(read('/projects/web/issues/2/'));
    expect(read('/projects/web/issues/1')).not.toBe(read('/projects/api/issues/1'));
  });

  const app = express();
  PATHS.forEach((path, index) => {
    app.get(path as string, (_request, response) => void response.send(String(index)));
  });

  it.each([
    '/',
    '/health/live',
    '/health/live/more',
    '/issues',
    '/Issues/',
    '/issues//',
    '/issues/new',
    '/issues/NEW/',
    '/issues/17',
    '/issues/a%2Fb',
    '/issues/%C3%BC',
    '/issues/17/events',
    '/issues/17/events/3/',
    '/issues/17/events/3/4',
    '/files',
    '/files/a/b/c.txt',
    '/one',
    '/other/x',
    '/v12',
    '/v12/',
    '/no/such/page',
  ])('matches %j as Express does', async (path) => {
    const { status, text } = await supertest(app).get(path);
    expect(findRoute(path)).toBe(status === 404 ? -1 : Number(text));
  });
});

describe('listRegisteredRoutes', () => {
  it('leaves out routes that a GET does not meet, and keeps the order', () => {
    const app = express();
    const answer = (): void => undefined;
    app.use('/assets', answer);
    app.post('/sent', answer);
    app.get('/read', answer);
    app.all('/both', answer);
    app.route('/nothing');
    app.get('/last', answer);
    expect(listRegisteredRoutes(app as never)).toMatchObject(
      ['/read', '/both', '/last'].map((path) => ({ path, handler: answer })),
    );
  });
});
