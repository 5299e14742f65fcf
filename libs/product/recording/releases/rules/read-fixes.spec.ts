import { expect, test } from '@jest/globals';
import { readFixes } from './read-fixes.ts';

test.each([
  ['Fixes WEB-12', 'web-12'],
  ['fix(cart): round\n\nfixed: web-12.', 'web-12'],
  ['CLOSES #Web-12', 'web-12'],
  ['Resolve WEB-1, my-app-2-3 and API-4 & API-5', 'web-1 my-app-2-3 api-4 api-5'],
  ['Fixes WEB-1. Closes API-2', 'web-1 api-2'],
  ['Resolved\nWEB-1', 'web-1'],
  ['See WEB-12, which fixes it', ''],
  ['Fixes the total of WEB-12', ''],
  ['Prefixes WEB-12', ''],
  ['Fixes WEB-0, #12, WEB-x and WEB-1x', ''],
  ['Fixes WEB-1 and more, then WEB-2', 'web-1'],
  ['', ''],
])('readFixes reads from the message %j the issues %j', (message, fixed) => {
  const ids = readFixes(message).map(({ slug, number }) => `${slug}-${number}`);
  expect(ids.join(' ')).toBe(fixed);
});
