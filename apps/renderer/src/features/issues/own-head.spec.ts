import { expect, test } from '@jest/globals';
import { createEvent } from '#persistence/testing';
import { toOwnHead } from './own-head.ts';

const frames = [{ function: 'totalOf', filename: 'src/cart/total.ts', line: 42, inApp: true }];
const exceptions = [{ type: 'TypeError', value: 'x is undefined', frames }];
const event = createEvent({ level: 'warning', exceptions });
const title = {
  type: 'TypeError',
  value: 'x is undefined',
  place: 'totalOf (src/cart/total.ts:42)',
};
const newerEventId = 'b'.repeat(32);

test.each([
  ['an older event is its own', { event, newerEventId }, { ...title, level: 'warning' }],
  [
    'an older stub is its level and else that of the issue',
    { event: { ...event, exceptions: [] }, newerEventId, notKept: { why: 'storm' } },
    { level: 'warning' },
  ],
  ['the newest event is that of the issue', { event }, {}],
] as const)('the head on the page of %s', (_, found, head) => {
  expect(toOwnHead(found)).toEqual(head);
});
