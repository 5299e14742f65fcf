import type { Breadcrumb } from '#shared';
import { expect, test } from '@jest/globals';
import { toBreadcrumbLine } from './breadcrumb-line.ts';

const crumb = (rest: Partial<Breadcrumb>): Breadcrumb => ({
  type: 'default',
  level: 'info',
  ...rest,
});

test('the line of a request is made from its data, and the remaining data follow', () => {
  const data = { method: 'POST', url: '/api', status_code: 502, duration: 812 };
  expect(toBreadcrumbLine(crumb({ type: 'http', data }))).toEqual({
    text: 'POST /api → 502',
    data: [['duration', 812]],
  });
});

test.each([
  [
    'Python',
    { url: 'https://a/b', 'http.method': 'GET', status_code: 503, reason: 'Service Unavailable' },
    'GET https://a/b → 503 Service Unavailable',
  ],
  [
    'OpenTelemetry',
    { 'http.url': 'https://a', 'http.request.method': 'PUT', 'http.response.status_code': 204 },
    'PUT https://a → 204',
  ],
  ['a request without an answer', { url: '/a', method: 'GET' }, 'GET /a'],
  ['a request without a method', { url: '/a' }, '/a'],
])('the line of a request has method, address and status: %s', (_whose, data, text) => {
  expect(toBreadcrumbLine(crumb({ type: 'http', data }))).toEqual({ text, data: [] });
});

test('the line of a request replaces an equal message, and keeps another message as data', () => {
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

test('the line of a navigation shows both addresses', () => {
  const data = { from: '/a', to: '/b' };
  expect(toBreadcrumbLine(crumb({ type: 'navigation', data })).text).toBe('/a → /b');
  expect(toBreadcrumbLine(crumb({ category: 'navigation', data: { to: '/b' } })).text).toBe('/b');
});

test('a message goes before a line made from data, and keeps all data', () => {
  const data = { url: '/api' };
  expect(toBreadcrumbLine(crumb({ message: 'asked', data }))).toEqual({
    text: 'asked',
    data: [['url', '/api']],
  });
});

test('a breadcrumb without message and data gives an empty line', () => {
  expect(toBreadcrumbLine(crumb({}))).toEqual({ text: '', data: [] });
});
