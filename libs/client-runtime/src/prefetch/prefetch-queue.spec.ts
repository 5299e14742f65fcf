import { describe, expect, it } from '@jest/globals';
import { findRequestToAbort } from './prefetch-queue.ts';

const shapes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `^/shape/${index}`);
const pages = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/page/${index}`);

describe('findRequestToAbort', () => {
  it.each([
    { key: '/next', inFlight: [...shapes(2), ...pages(2)], found: undefined },
    { key: '/next', inFlight: [...shapes(3), ...pages(1)], found: undefined },
    { key: '/next', inFlight: pages(3), found: '/page/0' },
    { key: '/next', inFlight: [...shapes(3), ...pages(2)], found: '/page/0' },
    { key: '/next', inFlight: shapes(5), found: '^/shape/0' },
    { key: '^/next', inFlight: [...shapes(1), ...pages(3)], found: undefined },
    { key: '^/next', inFlight: [...shapes(2), ...pages(3)], found: '/page/0' },
    { key: '^/next', inFlight: shapes(5), found: '^/shape/0' },
  ])('gives up $found for $key while $inFlight are under way', ({ key, inFlight, found }) => {
    expect(findRequestToAbort(key, inFlight)).toBe(found);
  });
});
