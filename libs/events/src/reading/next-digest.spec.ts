import { expect, it } from '@jest/globals';
import { readNextDigest } from './read-columns.ts';

/** Returns the read parts of an event that `@sentry/nextjs` 11.8 sent from a Next.js 16.4 server. */
function sentByNext(kind: string, message: string, logged: object) {
  return {
    platform: 'node',
    sdk: { name: 'sentry.javascript.nextjs', version: '11.8.0' },
    contexts: { nextjs: { router_kind: 'App Router', router_path: '/buy', route_type: kind } },
    exception: {
      values: [
        {
          type: 'Error',
          value: message,
          mechanism: { type: 'auto.function.nextjs.on_request_error', handled: false },
        },
      ],
    },
    breadcrumbs: [
      { category: 'http', data: { 'http.method': 'GET', url: 'https://stock.example/7' } },
      {
        category: 'console',
        level: 'error',
        message: `⨯ Error: ${message}`,
        data: { arguments: ['⨯', { message, name: 'Error', ...logged }], logger: 'console' },
      },
    ],
  };
}

const RENDER = sentByNext('render', 'The cart is empty', { digest: '2303680924' });
const CLIENT = { ...RENDER, platform: 'javascript', contexts: { react: { version: '19.3.0' } } };
const OTHER = { category: 'console', data: { arguments: [{ message: 'Other', digest: '1' }] } };

it.each([
  ['a page', RENDER, '2303680924'],
  ['an action', sentByNext('action', 'No stock', { digest: '3047688474@E394' }), '3047688474@E394'],
  ['a route handler, which has none', sentByNext('route', 'No stock', {}), undefined],
  [
    'a page whose request logs more',
    { ...RENDER, breadcrumbs: [...RENDER.breadcrumbs, OTHER] },
    '2303680924',
  ],
  [
    'a page, with a message that the SDK cut',
    { ...RENDER, exception: { values: [{ value: 'The cart...' }] } },
    '2303680924',
  ],
  ['another error than the logged one', { ...RENDER, breadcrumbs: [OTHER] }, undefined],
  ['the browser, which is not the error that the visitor quotes', CLIENT, undefined],
  ['a sender of anything', { contexts: { nextjs: {} }, breadcrumbs: [7, { data: [] }] }, undefined],
])('readNextDigest reads the digest of %s', (_, event, digest) => {
  expect(readNextDigest(event)).toBe(digest);
});
