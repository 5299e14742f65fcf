import { expect, it } from '@jest/globals';
import { toIngestRefusal } from './ingest-answer.ts';

it('a refusal names every kind of item in its rate limits but client reports', () => {
  const { headers } = toIngestRefusal({ status: 503, detail: 'Later.', retryAfterSeconds: 5 });
  expect(headers).toMatchObject({
    'Retry-After': 5,
    'X-Sentry-Rate-Limits':
      '5:default;error;security;attachment;feedback;monitor;session;log_item;transaction;span:organization',
  });
});

it('a refusal gives its reason on one line of ASCII, and unchanged in the body', () => {
  const { headers, body } = toIngestRefusal({ status: 400, detail: 'No “key”\nat all' });
  expect(headers).toEqual({
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Sentry-Error': 'No ?key??at all',
  });
  expect(JSON.parse(body)).toEqual({ detail: 'No “key”\nat all' });
});
