import { expect, it } from '@jest/globals';
import { to } from '#shared';
import { findCurrent } from './menu-link.ts';

const slug = 'web';
const GENERAL = { name: 'General', href: to('/settings/projects/:slug', { slug }) };
const KEYS = { name: 'Keys', href: to('/settings/projects/:slug/keys', { slug }) };

it.each([
  ['/settings/projects/web', GENERAL, true],
  ['/settings/projects/web?after=1', GENERAL, true],
  ['/settings/projects/web/keys#rates', KEYS, true],
  ['/settings/projects/web/keys/1', KEYS, false],
  ['/settings/projects/web/other', GENERAL, false],
] as const)('the link that leads to %s, or the nearest above it, is the current one', (...row) => {
  const [address, link, isPage] = row;
  expect(findCurrent([GENERAL, KEYS], address)).toEqual({ link, isPage });
});

it.each(['/settings/projects', '/settings/projects/website', '/'])(
  'none leads to %s',
  (address) => {
    expect(findCurrent([GENERAL, KEYS], address)).toBeUndefined();
  },
);
