import { expect, it } from '@jest/globals';
import { findBaseRelease, isNextRelease } from './base-release.ts';

/** `3:web@1.0` is a release that three events of the issue name. Each is seen after those before. */
function read(text: string) {
  const seen = text.split(' ').map((each, firstSeenMs) => {
    const [, count, release = ''] = /^(?:(\d+):)?(.*)$/.exec(each)!;
    return { release, firstSeenMs, events: Number(count ?? 0) };
  });
  return { seen, firstSeenMs: new Map(seen.map((each) => [each.release, each.firstSeenMs])) };
}

it.each([
  ['versions', '1:1.4.2 1.10.0 1.9.0', '1.10.0'],
  ['a pre-release that the issue has not met', '1:1.4.2 2.0.0-rc.1 3.0b1', '1.4.2'],
  ['a pre-release that it has met', '1.4.2 1:2.0.0-rc.1 2.0.0-rc.2', '2.0.0-rc.1'],
  ['names that are no versions: the one seen last', '1:cafe beef-rc.1', 'beef-rc.1'],
  ['packages: of its own', '1:web@2.10.0 api@7.3.1', 'web@2.10.0'],
])('findBaseRelease finds the base release among %s', (_, seen, release) => {
  expect(findBaseRelease(read(seen).seen)?.release).toBe(release);
});

it('findBaseRelease finds none where no event of the issue names a release', () => {
  expect(findBaseRelease([])).toBeUndefined();
  expect(findBaseRelease(read('1.4.2').seen)).toBeUndefined();
});

it.each([
  ['web@2.9.5 of an older line', '1:web@2.10.0 api@7.3.1', 'web@2.9.5', false],
  ['the next one after a made-up version', '1:app@1.0.0 app@999.9.9', 'app@1.0.1', true],
  ['a made-up version', '1:app@1.0.0 app@999.9.9', 'app@999.9.9', false],
  ['one that was there', '9:1.0.0 1:1.1.0 1.2.0', '1.1.0', false],
  ['the most common one', '9:1.0.0 1:1.1.0', '1.0.0', false],
  ['one between those that were there', '9:1.0.0 1.2.0', '1.1.0', true],
  ['an older one that is new', '1:1.0.0 9:1.2.0', '1.1.0', false],
  ['the newer of two that equally many events name', '5:1.0.0 5:2.0.0', '1.0.1', false],
  ['four parts, older', '1:3.25.47.22', '3.24.9.8', false],
  ['an older build', '1:shop@2.0.0+10', 'shop@2.0.0+9', false],
  ['a newer build', '1:shop@2.0.0+9', 'shop@2.0.0+10', true],
  ['a commit that was not there', '1:f00d cafe', 'beef', true],
  ['a commit that was there', '1:f00d cafe', 'cafe', false],
  ['a pre-release that was there without the issue', '1:1.0.0 1.1.0-rc.1', '1.1.0-rc.1', true],
  ['a package that the issue has not met', '1:web@1.0.0', 'api@0.1.0', true],
  ['one of 60 known ones', `1:1.0.0 ${list('1.0.', 60)}`, '1.0.3', false],
  ['one newer than 60 known ones', `1:1.0.0 ${list('1.0.', 60)}`, '1.0.61', true],
])('isNextRelease: %s', (_, text, release, is) => {
  const { seen, firstSeenMs } = read(text);
  const { bounds } = findBaseRelease(seen)!;
  expect(bounds.known.length).toBeLessThanOrEqual(50);
  expect(isNextRelease(release, bounds, firstSeenMs)).toBe(is);
});

it('isNextRelease takes a release without a time for older than those that go by time', () => {
  const { bounds } = findBaseRelease(read('1:f00d').seen)!;
  expect(isNextRelease('beef', bounds, new Map([['beef', 7]]))).toBe(true);
});

it('findBaseRelease keeps the 50 packages with most events', () => {
  const packages = Array.from({ length: 60 }, (_each, index) => `${index + 1}:p${index}@1.0`);
  const { bounds } = findBaseRelease(read(packages.join(' ')).seen)!;
  expect(bounds.oldest).toHaveLength(50);
  expect(bounds.oldest).toContain('p59@1.0');
});

function list(start: string, count: number): string {
  return Array.from({ length: count }, (_each, index) => `${start}${index + 1}`).join(' ');
}
