import { expect, it } from '@jest/globals';
import { toAddressTypes } from './address-types.ts';

it('toAddressTypes names each path once, with the types of its parameters', () => {
  const text = toAddressTypes([
    '/rooms/:room',
    ['/', '/rooms/:room{/:seat}', '/files/*path'],
    /^\/x$/,
    '/',
  ]);
  expect(text.split('\n').slice(4, -3)).toEqual([
    '  interface ApplicationAddresses {',
    "    '/': {};",
    "    '/files/*path': { path: AddressPart };",
    "    '/rooms/:room': { room: AddressPart };",
    "    '/rooms/:room{/:seat}': { room: AddressPart; seat?: AddressPart };",
  ]);
});
