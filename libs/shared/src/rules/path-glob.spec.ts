import { describe, expect, it } from '@jest/globals';
import { matchesPath, toMatchedPath, toPathGlob } from './path-glob.ts';

const matches = (path: string, pattern: string): boolean =>
  matchesPath(toMatchedPath(path), toPathGlob([{ text: pattern, isQuoted: false }]));

describe('a pattern of paths', () => {
  it.each([
    ['src/app.js', 'src/app.js', true],
    ['SRC/App.js', 'src/app.js', true],
    ['src/app.jsx', 'src/app.js', false],
    ['src/app.js', 'src/*.js', true],
    ['src/deep/app.js', 'src/*.js', false],
    ['src/deep/app.js', 'src/*/*.js', true],
    ['src/deep/app.js', 'src/**', true],
    ['src/', 'src/**', true],
    ['src', 'src/**', false],
    ['/srv/shop/vendor/lib/a.php', '**/vendor/**', true],
    ['vendor/a.php', '**/vendor/**', true],
    ['/vendor/a.php', '**/vendor/**', true],
    ['/srv/myvendor/a.php', '**/vendor/**', false],
    ['C:\\shop\\vendor\\a.cs', '**/vendor/**', true],
    ['/srv/vendor/a.php', '**\\vendor\\*.php', true],
    ['a/b/c/d.js', 'a/**/d.js', true],
    ['a/d.js', 'a/**/d.js', true],
    ['a/bd.js', 'a/**/d.js', false],
    ['a/b/d.js', 'a**d.js', true],
    ['https://cdn.example/x/app.min.js?v=1', '**/*.min.js*', true],
    ['app.min.js', '**/*.min.js', true],
    ['node_modules/a/node_modules/b/i.js', '**/node_modules/b/*', true],
    ['', '**', true],
    ['aXaYb', 'a*b', true],
    ['ab/ab', 'a*b', false],
    ['x/a-1-b/c', '**a*b/c', true],
  ])('%j by %j: %j', (path, pattern, expected) => {
    expect(matches(path, pattern)).toBe(expected);
  });

  it('takes stars in quotes as they are', () => {
    const glob = toPathGlob([
      { text: '**/', isQuoted: false },
      { text: '[*].js', isQuoted: true },
    ]);
    expect(matchesPath('pages/[*].js', glob)).toBe(true);
    expect(matchesPath('pages/[id].js', glob)).toBe(false);
  });

  it('tries no place of a pattern twice at one character', () => {
    // A matcher that goes back takes minutes here.
    const pattern = '**/a*'.repeat(90) + 'b';
    expect(matches('/a'.repeat(500), pattern)).toBe(false);
    expect(matches('aaaa'.repeat(250), '*a'.repeat(200) + 'b')).toBe(false);
  });
});
