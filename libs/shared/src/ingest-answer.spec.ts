import { expect, it } from '@jest/globals';
import { toIngestRefusal } from './ingest-answer.ts';

it('names every kind that is kept but the one in which SDKs tell what they dropped', () => {
  const { headers } = toIngestRefusal({ status: 503, detail: 'Later.', retryAfterSeconds: 5 });
  expect(headers).toMatchObject({
    'Retry-After': 5,
    'X-Sentry-Rate-Limits':
      '5:default;error;security;attachment;feedback;monitor;session;log_item:organization',
  });
});

it('says why on one line of ASCII, and in the body as it is', () => {
  const { headers, body } = toIngestRefusal({ status: 400, detail: 'No “key”\nat all' });
  expect(headers).toEqual({
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    'X-Sentry-Error': 'No ?key??at all',
  });
  expect(JSON.parse(body)).toEqual({ detail: 'No “key”\nat all' });
});
