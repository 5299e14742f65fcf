import { describe, expect, it } from '@jest/globals';
import { releaseLimits } from '#shared';
import { readCommits, readRefs } from './read-commits.ts';
import { isReleaseVersion, toShortVersion } from './release-version.ts';
import { readSentTime } from './sent-time.ts';

describe('isReleaseVersion', () => {
  it.each(['1', 'web@1.2.0+7', 'feature/x', '1 2', 'äöü', 'x'.repeat(200)])(
    'accepts %j',
    (version) => {
      expect(isReleaseVersion(version)).toBe(true);
    },
  );

  it.each(['', '  ', '.', '..', ' .. ', 'Latest', 'a\nb', 'a\tb', 'a\\b', 'x'.repeat(201)])(
    'refuses %j',
    (version) => {
      expect(isReleaseVersion(version)).toBe(false);
    },
  );
});

it.each([
  ['web@1.2.0', '1.2.0'],
  ['1.2.0', '1.2.0'],
  ['@scope/web', '@scope/web'],
])('toShortVersion shortens %j to %j', (version, short) => {
  expect(toShortVersion(version)).toBe(short);
});

it.each([
  ['2026-01-05T12:00:00.123456789Z', Date.UTC(2026, 0, 5, 12, 0, 0, 123)],
  ['2026-01-05T12:00:00+02:00', Date.UTC(2026, 0, 5, 10)],
  ['2026-01-05T12:00:00', Date.UTC(2026, 0, 5, 12)],
  ['1767614400', Date.UTC(2026, 0, 5, 12)],
  ['yesterday', undefined],
  ['', undefined],
  ['+020000-01-01T00:00:00Z', undefined],
])('readSentTime reads the time %j as %j', (text, ms) => {
  expect(readSentTime(text)).toBe(ms);
});

describe('readCommits', () => {
  it('reads commits sent by sentry-cli', () => {
    const sent = {
      patch_set: [
        { path: 'src/cart.ts', type: 'M' },
        { path: 'a\tb', type: 'R100' },
      ],
      repository: 'acme/web',
      author_name: 'Ann',
      author_email: null,
      timestamp: '2026-01-05T12:00:00+00:00',
      message: 'Empty the cart',
      id: 'a'.repeat(40),
    };
    expect(readCommits([sent, { id: 'b' }])).toEqual([
      {
        id: 'a'.repeat(40),
        repository: 'acme/web',
        authorName: 'Ann',
        atMs: Date.UTC(2026, 0, 5, 12),
        message: 'Empty the cart',
        patchSet: [
          { path: 'src/cart.ts', type: 'M' },
          { path: 'a\tb', type: 'R' },
        ],
      },
      { id: 'b', patchSet: [] },
    ]);
  });

  it.each([[{}], [null], [{ id: 7 }], [{ id: '' }], [{ id: 'a'.repeat(65) }]])(
    'refuses all commits when one of them is %j',
    (sent) => {
      expect(readCommits([{ id: 'a' }, sent])).toBeUndefined();
    },
  );

  it('keeps the first commits and paths, and cuts texts', () => {
    const paths = Array.from({ length: 1001 }, (_, index) => ({ path: `${index}`, type: 'A' }));
    const first = { id: 'a', message: 'x'.repeat(5000), patch_set: paths };
    const commits = readCommits([first, ...Array.from({ length: 1000 }, () => ({ id: 'b' }))])!;
    expect(commits).toHaveLength(releaseLimits.commitsPerRelease);
    expect(commits[0]?.patchSet).toHaveLength(releaseLimits.pathsPerCommit);
    expect(commits[0]?.message).toHaveLength(releaseLimits.messageLength);
  });
});

it('readRefs reads refs that have a repository and a commit', () => {
  const ref = { repository: 'acme/web', commit: 'b', previousCommit: null };
  expect(readRefs([ref, { ...ref, previousCommit: 'a' }])).toEqual([
    { repository: 'acme/web', commitId: 'b' },
    { repository: 'acme/web', commitId: 'b', previousCommitId: 'a' },
  ]);
  expect(readRefs([{ repository: 'acme/web' }])).toBeUndefined();
});
