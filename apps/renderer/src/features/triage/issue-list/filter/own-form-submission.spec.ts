import { expect, test } from '@jest/globals';
import { isOwnFormSubmission } from './own-form-submission.ts';

test.each([
  [true, {}],
  [true, { 'sec-fetch-site': 'same-origin' }],
  [false, { 'sec-fetch-site': 'cross-site' }],
  [false, { 'sec-fetch-site': 'same-site' }],
  [false, { 'sec-fetch-site': 'none' }],
  [false, { 'sec-fetch-site': 'same-origin', 'sec-purpose': 'prefetch;prerender' }],
  [false, { 'router-prefetch': 'page' }],
])('isOwnFormSubmission is %s for headers %j', (chosen, headers) => {
  expect(isOwnFormSubmission(headers)).toBe(chosen);
});
