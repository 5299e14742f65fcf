import { describe, expect, it } from '@jest/globals';
import { compareReleases } from './compare-releases.ts';

const NEVER_SEEN = new Map<string, number>();

describe('compareReleases', () => {
  it('orders versions by their precedence, whatever was seen first', () => {
    const ascending = [
      '0.9.10',
      '1.0.0-alpha',
      '1.0.0-alpha.1',
      '1.0.0-alpha.beta',
      '1.0.0-beta.2',
      '1.0.0-beta.11',
      '1.0.0',
      '1.2.3',
      '1.10.0',
      '1.99999999999999999999.0',
      '1.100000000000000000000.0',
      'v2.0.0',
    ];
    const newestSeenFirst = new Map(ascending.toReversed().map((release, ms) => [release, ms]));
    for (const [i, older] of ascending.entries()) {
      for (const newer of ascending.slice(i + 1)) {
        expect([older, newer, compareReleases(older, newer, newestSeenFirst) < 0]).toEqual([
          older,
          newer,
          true,
        ]);
        expect(compareReleases(newer, older, newestSeenFirst)).toBeGreaterThan(0);
      }
    }
  });

  it('ignores the name that SDKs put before a version', () => {
    expect(compareReleases('shop@1.9.0', 'shop@1.10.0', NEVER_SEEN)).toBeLessThan(0);
    expect(compareReleases('@team/shop@2.0.0', '@team/shop@1.0.0', NEVER_SEEN)).toBeGreaterThan(0);
  });

  it.each([
    ['one is no version', '2.0.0', 'deadbeef'],
    ['neither is one', 'f00', 'deadbeef'],
    ['they are versions of two packages', 'web@9.0.0', 'api@1.0.0'],
    ['they are builds of one version', '1.0.0+2', '1.0.0+1'],
    ['a version lacks a number', '2.0', '1.0'],
    ['a number begins with a zero', '2.01.0', '1.0.0'],
  ])('goes by the release seen first where %s', (_, first, second) => {
    const seen = new Map([
      [first, 1],
      [second, 2],
    ]);
    expect(compareReleases(first, second, seen)).toBeLessThan(0);
    expect(compareReleases(second, first, seen)).toBeGreaterThan(0);
  });

  it('takes a release that was never seen for newer than any that was', () => {
    const seen = new Map([['f00', 1]]);
    expect(compareReleases('f00', 'deadbeef', seen)).toBeLessThan(0);
    expect(compareReleases('deadbeef', 'f00', seen)).toBeGreaterThan(0);
    expect(compareReleases('deadbeef', 'cafe', seen)).toBe(0);
  });

  it('finds a release as old as itself', () => {
    expect(compareReleases('f00', 'f00', new Map([['f00', 1]]))).toBe(0);
  });
});
