import { expect, test } from '@jest/globals';
import { readColumns } from './read-columns.ts';

const META = { source: 'event', eventId: '1'.repeat(32), projectId: 1, receivedAtMs: 0 } as const;
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; rv:120.0) Gecko/20100101 Firefox/120.0';

test.each([
  ['nothing but its level', {}, { level: 'error' }],
  [
    'the tags that were sent, but for empty ones',
    { tags: { plan: 'gold', seats: 7, empty: '' }, level: 'info' },
    { level: 'info', plan: 'gold', seats: '7' },
  ],
  [
    'its release, environment and other fields, before tags of the same name',
    {
      release: 'web@1',
      environment: 'production',
      transaction: '/cart',
      logger: 'db',
      server_name: 'web-1',
      platform: 'node',
      sdk: { name: 'sentry.javascript.node' },
      tags: [
        ['release', 'other'],
        ['dist', '7'],
      ],
    },
    {
      level: 'error',
      release: 'web@1',
      environment: 'production',
      transaction: '/cart',
      logger: 'db',
      server_name: 'web-1',
      platform: 'node',
      'sdk.name': 'sentry.javascript.node',
      dist: '7',
    },
  ],
  [
    'its user, without the address',
    { user: { id: 42, email: 'ann@example.com', username: 'ann', ip_address: '203.0.113.7' } },
    { level: 'error', 'user.id': '42', 'user.email': 'ann@example.com', 'user.username': 'ann' },
  ],
  [
    'its URL without the query',
    { request: { url: 'https://shop.example/a?b=c#d' } },
    { level: 'error', url: 'https://shop.example/a#d' },
  ],
  [
    '“handled: no” where one exception was not caught',
    {
      exception: {
        values: [
          { type: 'A', mechanism: { type: 'x', handled: true } },
          { type: 'B', mechanism: { type: 'onerror', handled: false } },
        ],
      },
    },
    { level: 'error', handled: 'no' },
  ],
  [
    '“handled: yes” where the exception was caught',
    { exception: [{ type: 'A', mechanism: { type: 'x', handled: true } }] },
    { level: 'error', handled: 'yes' },
  ],
  [
    'contexts with their versions and by name',
    {
      contexts: {
        browser: { name: 'Safari', version: '17' },
        os: { name: 'iOS' },
        runtime: { name: 'node', version: 20 },
        device: { family: 'iPhone', model: 'iPhone15,2' },
        trace: null,
      },
    },
    {
      level: 'error',
      browser: 'Safari 17',
      'browser.name': 'Safari',
      os: 'iOS',
      'os.name': 'iOS',
      runtime: 'node 20',
      'runtime.name': 'node',
      device: 'iPhone15,2',
    },
  ],
  [
    'the browser that its request names, where the SDK does not',
    { platform: 'javascript', request: { headers: { 'User-Agent': FIREFOX } } },
    {
      level: 'error',
      platform: 'javascript',
      browser: 'Firefox 120.0',
      'browser.name': 'Firefox',
      os: 'Windows 10',
      'os.name': 'Windows',
    },
  ],
  [
    'no values of wrong types',
    {
      tags: 'x',
      user: [],
      contexts: [],
      request: { url: 5, headers: 7 },
      exception: [null],
      sdk: 1,
    },
    { level: 'error' },
  ],
])('the tags of an event have %s', (_, event, tags) => {
  expect(Object.fromEntries(readColumns(event, META).tags)).toEqual(tags);
});

test('the tags of an event are limited in number, and their values in length', () => {
  const tags = Object.fromEntries(
    Array.from({ length: 150 }, (_, index) => [`tag-${index}`, 'x'.repeat(300)]),
  );
  const read = readColumns({ tags, server_name: 'y'.repeat(300) }, META).tags;
  expect(read.size).toBe(100 + 2);
  expect([...read.values()].map(({ length }) => length)).not.toContain(300);
});
