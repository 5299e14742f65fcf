import { describe, expect, it } from '@jest/globals';
import { createRandom, pick } from '../../../../test/support/random.ts';
import { matchesPath, toMatchedPath, toPathGlob } from './path-glob.ts';

const matches = (path: string, pattern: string): boolean =>
  matchesPath(toMatchedPath(path), toPathGlob([{ text: pattern, isQuoted: false }]));

describe('a path pattern', () => {
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
    ['a.js', '**/**/a.js', true],
    ['x/y/a.js', '**/**/a.js', true],
    ['', '**', true],
    ['aXaYb', 'a*b', true],
    ['ab/ab', 'a*b', false],
    ['x/a-1-b/c', '**a*b/c', true],
  ])('matches the path %j by %j: %j', (path, pattern, expected) => {
    expect(matches(path, pattern)).toBe(expected);
  });

  it('takes quoted stars literally', () => {
    const quoted = { text: '[*].js', isQuoted: true };
    const glob = toPathGlob([{ text: '**/', isQuoted: false }, quoted]);
    expect(matchesPath('pages/[*].js', glob)).toBe(true);
    expect(matchesPath('pages/[id].js', glob)).toBe(false);
  });

  it('matches the same paths as an equivalent regular expression', () => {
    const random = createRandom(11);
    const join = (parts: readonly string[], most: number): string =>
      Array.from({ length: Math.floor(random() * most) }, () => pick(random, parts)).join('');
    for (let round = 0; round < 4000; round += 1) {
      const pattern = join(['a', 'b', '/', '*', '**', '/**/', 'ab*'], round % 20 === 0 ? 60 : 7);
      const path = join(['a', 'b', '/', 'ab'], 9);
      const isMatched = toExpression(pattern).test(path);
      expect([pattern, path, matches(path, pattern)]).toEqual([pattern, path, isMatched]);
    }
  });

  it('matches without backtracking, at all its places at once', () => {
    // A matcher that backtracks takes minutes here. A matcher that tries one place after another
    // takes seconds.
    const dense = `${'**a'.repeat(155)}b`;
    const paths = ['/a'.repeat(500), 'aaaa'.repeat(250), `${'/a'.repeat(500)}b`];
    const found = Array.from({ length: 1500 }, (_, index) => matches(paths[index % 3]!, dense));
    expect(found.filter(Boolean)).toHaveLength(500);
    expect(matches('/a'.repeat(500), `${'**/a*'.repeat(90)}b`)).toBe(false);
  });
});

function toExpression(pattern: string): RegExp {
  const text = pattern.replaceAll(/(^|\/)((?:\*{2,}\/)+)|\*{2,}|\*/g, (stars, before?: string) => {
    if (before !== undefined) return `${before}(?:[^/]*/)*`;
    return stars.length > 1 ? '.*' : '[^/]*';
  });
  return new RegExp(`^${text}$`);
}
