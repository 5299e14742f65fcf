import { expect, test } from '@jest/globals';
import { readColumns } from './read-columns.ts';

const META = { source: 'event', eventId: '1'.repeat(32), projectId: 1, receivedAtMs: 0 } as const;

test.each([
  [{ tags: { request_id: 'a', digest: 7 } }, 'a', '7'],
  [
    {
      tags: [
        ['requestId', 'a'],
        ['request.id', 'b'],
      ],
    },
    'b',
    undefined,
  ],
  [{ request: { headers: { 'X-REQUEST-ID': 'c' } }, tags: { digest: '' } }, 'c', undefined],
  [{ request: { headers: [['x-request-id', 'd']] }, tags: { request_id: 'e' } }, 'e', undefined],
  [{ request: { headers: [[5, 'd'], null] }, tags: 'digest' }, undefined, undefined],
  [
    {
      contexts: { nextjs: {} },
      exception: { values: [{ value: 'No stock' }] },
      breadcrumbs: [{ data: { arguments: [{ message: 'No stock', digest: '12' }] } }],
    },
    undefined,
    '12',
  ],
])('the request and the digest of %j are found by name', (event, requestId, digest) => {
  expect(readColumns(event, META)).toMatchObject({ requestId, digest });
});
