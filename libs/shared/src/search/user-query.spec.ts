import { expect, it } from '@jest/globals';
import { toUserQuery } from './user-query.ts';

it.each([
  ['Ann.Lee+shop@mail.example.com', 'user:Ann.Lee+shop@mail.example.com'],
  ['o,brien@example.com', 'user:"o,brien@example.com"'],
  ['shop@1.4.2', undefined],
  ['ann@localhost', undefined],
  ['loadCart@https://shop.example/a.js', undefined],
  ['timeout', undefined],
  [undefined, undefined],
])('toUserQuery searches the user whose address is %s', (text, query) => {
  expect(toUserQuery(text)).toBe(query);
});
