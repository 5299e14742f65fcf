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

/** Index of the first route of the table that matches; -1 when none does. */
function findRoute(path: string): number {
  const { routes } = toRouteTable(PATHS.map((each) => ({ path: each, views: [] })));
  return routes.findIndex(([pattern]) => new RegExp(pattern, 'i').test(path));
}

describe('toRouteTable', () => {
  it('names each view once, and routes by its place', () => {
    const table = toRouteTable([
      { path: '/health/live', views: [] },
      { path: '/issues', views: ['a/frame.layout', 'a/list.page'] },
      { path: '/issues/:id', views: ['a/frame.layout', 'a/issue.layout', 'a/issue.page'] },
    ]);
    expect(table.views).toEqual([
      'a/frame.layout',
      'a/list.page',
      'a/issue.layout',
      'a/issue.page',
    ]);
    expect(table.routes.map(([, ...views]) => views)).toEqual([[], [0, 1], [0, 2, 3]]);
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
  it('leaves out what a GET does not meet, and keeps the order', () => {
    const app = express();
    const answer = (): void => undefined;
    app.use('/assets', answer);
    app.post('/sent', answer);
    app.get('/read', answer);
    app.all('/both', answer);
    app.route('/nothing');
    app.get('/last', answer);
    expect(listRegisteredRoutes(app as never)).toEqual(
      ['/read', '/both', '/last'].map((path) => ({ path, handler: answer })),
    );
  });
});
