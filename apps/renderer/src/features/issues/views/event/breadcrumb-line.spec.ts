import type { Breadcrumb } from '#shared';
import { expect, test } from '@jest/globals';
import { toBreadcrumbLine } from './breadcrumb-line.ts';

const crumb = (rest: Partial<Breadcrumb>): Breadcrumb => ({
  type: 'default',
  level: 'info',
  ...rest,
});

test('a request is put together from its data; the rest of it stays data', () => {
  const data = { method: 'POST', url: '/api', status_code: 502, duration: 812 };
  expect(toBreadcrumbLine(crumb({ type: 'http', data }))).toEqual({
    text: 'POST /api → 502',
    data: [['duration', 812]],
  });
});

test('a navigation goes from somewhere to somewhere', () => {
  const data = { from: '/a', to: '/b' };
  expect(toBreadcrumbLine(crumb({ type: 'navigation', data })).text).toBe('/a → /b');
  expect(toBreadcrumbLine(crumb({ type: 'navigation', data: { to: '/b' } })).text).toBe('/b');
});

test('a message comes before anything put together, and no datum is lost to it', () => {
  const data = { url: '/api' };
  expect(toBreadcrumbLine(crumb({ message: 'asked', data }))).toEqual({
    text: 'asked',
    data: [['url', '/api']],
  });
});

test('a breadcrumb that says nothing is an empty line', () => {
  expect(toBreadcrumbLine(crumb({}))).toEqual({ text: '', data: [] });
});
