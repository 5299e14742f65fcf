import { describe, expect, it, test } from '@jest/globals';
import { compareReleases, isPreRelease, sortReleases } from './compare-releases.ts';
import { parseVersion, toPackage } from './release-version.ts';

const NEVER_SEEN = new Map<string, number>();

/** Each line is ascending by version, whatever was seen first. */
const ASCENDING = `
  0.9.10 1.0.0-alpha 1.0.0-alpha.1 1.0.0-alpha.beta 1.0.0-beta.2 1.0.0-beta.11 1.0.0-rc.1 1.0.0 1.2.3 1.10.0 v2.0.0
  1.2.3 1.99999999999999999999.0 1.100000000000000000000.0
  shop@1.9.0 shop@1.10.0
  @team/shop@1.0.0 @team/shop@2.0.0
  web@1.9.0 api@1.10.0 web@2.0.0
  10.9 10.24 10.24.1 11
  v9 v10 v123456
  3.24.9.8 3.25.47.3 3.25.47.22 3.25.48
  2026.1.5 2026.01.11 2026.02.1 2026.10.1
  1.0.dev3 1.0a1 1.0a2 1.0b1 1.0rc1 1.0rc10 1.0 1.0.post1 1.0.post2 1.1
  2.0.0.dev1 2.0.0b2 2.0.0rc1 2.0.0
  1.0-alpha-1 1.0-beta-2 1.0-M1 1.0-M10 1.0-CR1 1.0-SNAPSHOT 1.0 1.0-SP1
  5.3.0-M2 5.3.0-RC1 5.3.0-SNAPSHOT 5.3.0.RELEASE 5.4.0.Final
  1.0.0-rc2 1.0.0-rc10 1.0.0
  shop@2.0.0 shop@2.0.0+9 shop@2.0.0+10 shop@2.0.0+10.2 shop@2.0.1+1
  1.4.0 1.4.0-3-g1a2b3c 1.4.0-12-gdeadbee 1.4.1
  1.4.0-rc.1 1.4.0-rc.1-3-g1a2b3c 1.4.0-rc.2 1.4.0
  com.acme.shop@388.0.6+1 com.acme.shop@388.0.8+1 com.acme.shop@388.0.8+20261130
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(' '));

test.each(ASCENDING.map((names) => [names.join(' < '), names] as const))('%s', (_, names) => {
  const newestSeenFirst = new Map(names.toReversed().map((release, ms) => [release, ms]));
  for (const [i, older] of names.entries()) {
    for (const newer of names.slice(i + 1)) {
      const isOlder = compareReleases(older, newer, newestSeenFirst) < 0;
      expect([older, newer, isOlder]).toEqual([older, newer, true]);
      expect(compareReleases(newer, older, newestSeenFirst)).toBeGreaterThan(0);
    }
  }
  expect(sortReleases(newestSeenFirst.keys(), newestSeenFirst)).toEqual(names);
});

describe('compareReleases', () => {
  it.each([
    ['one is no version', '2.0.0', 'deadbeef'],
    ['neither is one', 'f00', 'deadbeef'],
    ['a bare number has over six digits', '20261130', '1234567'],
    ['a commit begins with a number', '7e3f9ab', '1a2b3c4'],
    ['a date is written with hyphens', '2026-11-30', '2025-01-01'],
    ['packages differ and versions are the same', 'web@1.0.0', 'api@1.0.0'],
    ['versions differ by zeros alone', '1.0.0', '1.0'],
    ['builds are commits', '1.0.0+f00', '1.0.0+2'],
    ['a commit follows the numbers', 'app@1.4.2-4f2c9e1', 'app@1.4.2-0a1b2c3'],
    ['two words follow the numbers', '1.0a1', '1.0a1.dev1'],
    ['nobody knows what follows the numbers', '1.0.x', '1.0'],
  ])('goes by the release seen first where %s', (_, first, second) => {
    const seen = new Map(Object.entries({ [first]: 1, [second]: 2 }));
    expect(compareReleases(first, second, seen)).toBeLessThan(0);
    expect(compareReleases(second, first, seen)).toBeGreaterThan(0);
  });

  it('takes a release that was never seen for newer than any that was', () => {
    const seen = new Map([['f00', 1]]);
    expect(compareReleases('f00', 'deadbeef', seen)).toBeLessThan(0);
    expect(compareReleases('deadbeef', 'f00', seen)).toBeGreaterThan(0);
    expect(compareReleases('deadbeef', 'cafe', seen)).toBe(0);
    expect(compareReleases('f00', 'f00', NEVER_SEEN)).toBe(0);
  });
});

describe('sortReleases', () => {
  it('leads names that go by time between versions into one order', () => {
    const seen = new Map([
      ['2.0.0', 1],
      ['f00d', 5],
      ['1.0.0', 10],
    ]);
    const all = ['1.0.0', '2.0.0', 'f00d'];
    for (const names of [all, all.toReversed(), ['f00d', ...all.slice(0, 2)]]) {
      expect(sortReleases(names, seen)).toEqual(['f00d', '1.0.0', '2.0.0']);
    }
  });

  it('sorts 200 mixed names, in any order, into one result', () => {
    let seed = 91;
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    const tails = ['', '-rc.1', '+9', '+10', '+abc', '-x', '.x', '.post1', '-3-g1a2b3c', 'b2'];
    const make = (): string =>
      random(4) === 0
        ? random(2 ** 31)
            .toString(16)
            .padStart(8, 'a')
        : `${['web@', 'api@', 'v', ''][random(4)]}${random(3)}.${random(3)}.${random(3)}${tails[random(tails.length)]}`;
    const names = [...new Set(Array.from({ length: 260 }, make))].slice(0, 200);
    const seen = new Map(names.slice(10).map((name) => [name, random(50)]));
    const sorted = sortReleases(names, seen);
    expect(sorted.toSorted()).toEqual(names.toSorted());
    for (let turn = 0; turn < 20; turn += 1) {
      const mixed = names.map((name) => [random(1e6), name] as const).toSorted(([a], [b]) => a - b);
      expect(
        sortReleases(
          mixed.map(([, name]) => name),
          seen,
        ),
      ).toEqual(sorted);
    }
  });
});

it.each([
  ['2.0.0-rc.1', true],
  ['shop@2.0b1', true],
  ['1.0-SNAPSHOT', true],
  ['2.0.0-3-g1a2b3c', false],
  ['2.0.0', false],
  ['beef-rc.1', false],
])('isPreRelease recognises %s: %s', (release, is) => {
  expect(isPreRelease(release)).toBe(is);
});

it.each([
  ['web@1.4.0', 'web@', '1,4'],
  ['1.4.0', '', '1,4'],
  ['@acme/web@1.4.0', '@acme/web@', '1,4'],
  ['web@1.4.0@eu', 'web@', '1,4'],
  ['@acme/web', '@acme/web', undefined],
  ['@2.0.0', '@2.0.0', undefined],
])('%s is of the package "%s" and has the numbers %s', (release, of, numbers) => {
  expect([toPackage(release), parseVersion(release)?.numbers.join(',')]).toEqual([of, numbers]);
});
