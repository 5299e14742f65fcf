import { expect, it } from '@jest/globals';
import { toRefusalEnding } from './refusal-ending.ts';

type Asked = Parameters<typeof toRefusalEnding>;

it.each<[Asked[0], object, Asked[1]]>([
  ['report.too_large', { outcome: 'invalid', reason: 'too_large' }, undefined],
  ['spool.full', { outcome: 'failed', reason: 'no_room' }, undefined],
  ['relay.failed', { outcome: 'failed', reason: 'fault' }, undefined],
  ['report.rate_limited', { outcome: 'rate_limited', reason: 'project' }, 'project'],
])('toRefusalEnding ends %s as %j', (code, ending, scope) => {
  expect(toRefusalEnding(code, scope)).toEqual(ending);
});
