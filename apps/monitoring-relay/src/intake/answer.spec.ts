import { expect, it } from '@jest/globals';
import { toRefusalAnswer } from './answer.ts';

const limited = { scope: 'key', seconds: 37, kinds: 'session' } as const;
const away = (retryAfterSeconds: number) =>
  ({ status: 503, retryAfterSeconds, scope: 'organization' }) as const;
const over = { status: 429, retryAfterSeconds: 60, scope: 'project', kinds: 'attachment' } as const;
const slow = { status: 429, retryAfterSeconds: 37, scope: 'key', kinds: 'session' } as const;

it.each([
  ['relay.busy', undefined, away(1)],
  ['keys.unavailable', undefined, away(2)],
  ['spool.unavailable', undefined, away(5)],
  ['spool.full', undefined, away(10)],
  ['report.over_budget', undefined, over],
  ['report.rate_limited', limited, slow],
  ['envelope.malformed', undefined, { status: 400 }],
  ['report.encoding_unknown', undefined, { status: 415 }],
  ['report.too_large', undefined, { status: 413 }],
  ['report.kind_refused', undefined, { status: 403 }],
] as const)('toRefusalAnswer answers %s with its status and wait', (code, limit, answer) => {
  const refusal = { code, limited: limit };
  expect(toRefusalAnswer(refusal)).toEqual({ detail: expect.any(String), ...answer });
});

it('toRefusalAnswer adds the detail of a refusal to the message of its code, and errors by field', () => {
  const errors = { comments: ['Say what happened.'] };
  const answer = toRefusalAnswer({ code: 'envelope.malformed', detail: 'Item 2 is cut.', errors });
  expect(answer.detail).toMatch(/^.+\. Item 2 is cut\.$/);
  expect(answer.errors).toBe(errors);
});
