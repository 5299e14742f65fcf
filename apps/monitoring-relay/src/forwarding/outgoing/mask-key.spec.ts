import { expect, it } from '@jest/globals';
import { maskKey } from './sender.ts';

const KEY = '0123456789abcdef0123456789abcdef';

it.each([
  [`no project for key ${KEY}`, 'no project for key ***'],
  [`to https://${KEY}@up.example/5?again=${KEY}`, 'to https://***@up.example/5?again=***'],
  [
    `to /sign-in?dsn=https%3A%2F%2F${KEY}%40up.example`,
    'to /sign-in?dsn=https%3A%2F%2F***%40up.example',
  ],
  [`https://${KEY}:secret@up.example/5`, 'https://***:***@up.example/5'],
  ['Authorization: Bearer abcdefgh', 'Authorization: ***'],
  ['slow down', 'slow down'],
])('maskKey masks %j as %j', (text, masked) => {
  expect(maskKey(text, { publicKey: KEY })).toBe(masked);
});
