import { describe, expect, it } from '@jest/globals';
import { describeDays } from './delivery-days.ts';
import { adviseOnFailure, describeFailure } from './delivery-words.ts';

describe('the reason of a failed delivery', () => {
  it.each([
    ['404 no_service', 'The receiver answered 404 (not found) no_service.', /Make a new address/],
    [
      '400 {"ok":false,"error_code":400,"description":"Bad Request: chat not found"}',
      'The receiver answered 400 (bad request) Bad Request: chat not found.',
      /of this kind of channel/,
    ],
    [
      '401 {"error":{"code":"x1","message":"Invalid token"}}',
      'The receiver answered 401 (not signed in) Invalid token.',
      /Enter the address and token anew/,
    ],
    ['403 {"errors":[]}', 'The receiver answered 403 (forbidden).', /Enter the address/],
    ['502 <html><h1>Bad gateway</h1>', 'The receiver answered 502 (bad gateway).', /of its own/],
    ['429 {"message":"cut of', 'The receiver answered 429 (too many requests).', /to wait/],
    [
      'connect ECONNREFUSED 203.0.113.9:443',
      'connect ECONNREFUSED 203.0.113.9:443.',
      /Check the address/,
    ],
    ['The channel is switched off.', 'The channel is switched off.', /^$/],
  ])('is worded plainly, with advice, for the answer %s', (answer, words, advice) => {
    expect(describeFailure({ answer })).toBe(words);
    expect(adviseOnFailure({ answer })).toMatch(advice);
  });

  it('is searched in no more than a few levels of JSON', () => {
    const answer = `400 ${'{"error":'.repeat(90)}""${'}'.repeat(90)}`;
    expect(describeFailure({ answer })).toBe('The receiver answered 400 (bad request).');
  });

  it('names a host that is not allowed, and leaves the advice to the page', () => {
    const refused = { answer: 'chat.corp …', refusedHost: 'chat.corp:8065' };
    expect(describeFailure(refused)).toBe(
      'chat.corp:8065 is unknown, or in a private network. Allow it?',
    );
    expect(adviseOnFailure(refused)).toBe('');
  });
});

it.each([
  [[0, 0, 0], '2 days: nothing sent'],
  [[15, 1, 0], '2 days: 30 sent, 2 tried again'],
  [[0, 0, 2], '2 days: 4 failed, last on 2026-11-25'],
] as const)('describeDays sums up %j', ([sent, sentAgain, failed], text) => {
  const days = [24, 25].map((day) => Date.UTC(2026, 10, day));
  const counts = { sent, sentAgain, failed };
  expect(describeDays(days.map((startsAtMs) => ({ startsAtMs, ...counts })))).toBe(text);
});
