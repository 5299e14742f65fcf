import { describe, expect, it } from '@jest/globals';
import { findInTheWay, listNext } from './prefetch-queue.ts';

const shapes = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `^/shape/${index}`);
const pages = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `/page/${index}`);

describe('listNext', () => {
  it('starts five at once: the sixth waits', () => {
    expect(listNext(shapes(6), [])).toEqual(shapes(5));
  });

  it('starts three pages at once: the fourth waits', () => {
    expect(listNext(pages(4), [])).toEqual(pages(3));
  });

  it.each([
    { inFlight: shapes(5), next: [] },
    { inFlight: shapes(4), next: ['/next/1'] },
    { inFlight: shapes(2), next: ['/next/1', '/next/2', '/next/3'] },
    { inFlight: pages(3), next: [] },
    { inFlight: [...shapes(2), ...pages(2)], next: ['/next/1'] },
    { inFlight: [...shapes(3), ...pages(1)], next: ['/next/1'] },
  ])('counts what is under way: $inFlight', ({ inFlight, next }) => {
    expect(listNext(['/next/1', '/next/2', '/next/3', '/next/4'], inFlight)).toEqual(next);
  });

  it('starts no page as long as a shape waits', () => {
    expect(listNext([...pages(1), ...shapes(6)], [])).toEqual(shapes(5));
    expect(listNext([...pages(1), ...shapes(1)], shapes(4))).toEqual(shapes(1));
  });

  it('starts pages beside the last shapes', () => {
    expect(listNext([...pages(4), ...shapes(1)], [])).toEqual([...shapes(1), ...pages(3)]);
  });

  it('keeps the order of urgency', () => {
    expect(listNext(['/b', '^/b', '/a', '^/a'], [])).toEqual(['^/b', '^/a', '/b', '/a']);
  });
});

describe('findInTheWay', () => {
  it.each([
    { key: '/hovered', inFlight: [...shapes(2), ...pages(2)], found: undefined },
    { key: '/hovered', inFlight: [...shapes(2), ...pages(3)], found: '/page/0' },
    { key: '/hovered', inFlight: [...shapes(3), ...pages(2)], found: '^/shape/0' },
    { key: '^/hovered', inFlight: pages(3), found: undefined },
    { key: '^/hovered', inFlight: [...pages(3), ...shapes(2)], found: '/page/0' },
  ])('is $found for $key, beside $inFlight', ({ key, inFlight, found }) => {
    expect(findInTheWay(key, inFlight)).toBe(found);
  });
});
