import { expect, it } from '@jest/globals';
import { hideSecrets } from './hide-secrets.ts';

it.each([
  ['token s3cr3tvalue', 'token [Filtered]'],
  ['sent Token abcd1234, password  hunter2hunter.', 'sent Token [Filtered], password  [Filtered]'],
  ['secret a1b2c3d', 'secret a1b2c3d'],
  ['token expired', 'token expired'],
  ['token 1234567890', 'token 1234567890'],
  ['tokens s3cr3tvalue', 'tokens s3cr3tvalue'],
])('a line of the console that says %j becomes %j, and one of a query stays', (line, left) => {
  const crumbs = ['console', 'query'].map((category) => ({
    message: line,
    category,
    data: { arguments: [line] },
  }));
  hideSecrets({ breadcrumbs: { values: crumbs } });
  expect(crumbs).toMatchObject([
    { message: left, data: { arguments: [left] } },
    { message: line, data: { arguments: [line] } },
  ]);
});
