import { expect, it } from '@jest/globals';
import type { Address } from '#shared';
import { findCurrent } from './menu-link.ts';

const GENERAL = { name: 'General', href: '/projects/web' as Address };
const KEYS = { name: 'Keys', href: '/projects/web/keys' as Address };

it.each([
  ['/projects/web', GENERAL, true],
  ['/projects/web?after=1', GENERAL, true],
  ['/projects/web/keys#rates', KEYS, true],
  ['/projects/web/keys/1', KEYS, false],
  ['/projects/web/other', GENERAL, false],
] as const)(
  'findCurrent marks the link that leads to %s, or the nearest link above it',
  (...row) => {
    const [address, link, isPage] = row;
    expect(findCurrent([GENERAL, KEYS], address)).toEqual({ link, isPage });
  },
);

it.each(['/projects', '/projects/website', '/'])('findCurrent marks no link for %s', (address) => {
  expect(findCurrent([GENERAL, KEYS], address)).toBeUndefined();
});
