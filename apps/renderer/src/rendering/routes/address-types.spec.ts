import { expect, it } from '@jest/globals';
import { toAddressTypes } from './address-types.ts';

it('names each path once, with what stands in the place of its names', () => {
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
