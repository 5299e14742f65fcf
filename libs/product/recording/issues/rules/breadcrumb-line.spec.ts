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

test.each([
  [
    'Python',
    {
      url: 'https://a/b',
      'http.method': 'GET',
      status_code: 503,
      reason: 'Service Unavailable',
    },
    'GET https://a/b → 503 Service Unavailable',
  ],
  [
    'OpenTelemetry',
    { 'http.url': 'https://a', 'http.request.method': 'PUT', 'http.response.status_code': 204 },
    'PUT https://a → 204',
  ],
  ['one without an answer', { url: '/a', method: 'GET' }, 'GET /a'],
  ['one whose method is not known', { url: '/a' }, '/a'],
])('a request says method, address and status: %s', (_whose, data, text) => {
  expect(toBreadcrumbLine(crumb({ type: 'http', data }))).toEqual({ text, data: [] });
});

test('the line of a request goes before its message, which is said where the line does not', () => {
  const data = { url: '/cart', method: 'GET', status_code: 200 };
  expect(toBreadcrumbLine(crumb({ message: 'GET /cart', data }))).toEqual({
    text: 'GET /cart → 200',
    data: [],
  });
  expect(toBreadcrumbLine(crumb({ message: 'asked', data }))).toEqual({
    text: 'GET /cart → 200',
    data: [['message', 'asked']],
  });
});

test('a navigation goes from somewhere to somewhere', () => {
  const data = { from: '/a', to: '/b' };
  expect(toBreadcrumbLine(crumb({ type: 'navigation', data })).text).toBe('/a → /b');
  expect(toBreadcrumbLine(crumb({ category: 'navigation', data: { to: '/b' } })).text).toBe('/b');
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
