import { expect, test } from '@jest/globals';
import { findCommit, toCodeAddress, toCommitAddress } from './code-address.ts';
import { parseCodeLinks } from './parse-code-links.ts';
import { findDear } from '../../../../../test/support/growth.ts';

const GITHUB = 'src/ → https://github.com/acme/shop/blob/{commit}/src/{path}#L{line}';

function link(lines: readonly string[], place: object, commit?: string): string | undefined {
  const parsed = parseCodeLinks(lines);
  if (!parsed.ok) throw new Error(parsed.problem);
  return toCodeAddress(place, parsed.links, commit);
}

test('a code link matches its folder at the start of a path or behind any folder', () => {
  const place = { filename: 'src/cart/total.ts', line: 42 };
  const address = 'https://github.com/acme/shop/blob/abc1234/src/cart/total.ts#L42';
  expect(link([GITHUB], place, 'abc1234')).toBe(address);
  expect(link([GITHUB], { ...place, filename: '/app/src/cart/total.ts?v=1' }, 'abc1234')).toBe(
    address,
  );
  expect(
    link([GITHUB], { absPath: String.raw`C:\app\src\cart\total.ts`, line: 42 }, 'abc1234'),
  ).toBe(address);
  expect(link([GITHUB], { filename: 'mysrc/a.ts' }, 'abc1234')).toBeUndefined();
});

test('a folder pattern matches names by one asterisk, folders by two, the root by a slash', () => {
  const to = 'https://a.example/{path}';
  expect(link([`packages/*/src/ -> ${to}`], { filename: 'packages/web/src/a.ts' })).toBe(
    'https://a.example/a.ts',
  );
  expect(link([`packages/*/src/ -> ${to}`], { filename: 'packages/a/b/src/a.ts' })).toBeUndefined();
  expect(link([`packages/**/src/ -> ${to}`], { filename: 'packages/a/b/src/a.ts' })).toBe(
    'https://a.example/a.ts',
  );
  expect(link([`/app/ => ${to}`], { filename: '/app/b.py' })).toBe('https://a.example/b.py');
  expect(link([`/app/ => ${to}`], { filename: '/srv/app/b.py' })).toBeUndefined();
  expect(link([`app:/// => ${to}`], { filename: 'app:///b.js' })).toBe('https://a.example/b.js');
});

test('a path that nearly matches a pattern takes time by its length', async () => {
  const recipe = { name: 'a/', make: (size: number) => 'a/'.repeat(size / 2) };
  const dear = await findDear(400, [recipe], (filename) => {
    for (let index = 0; index < 250; index += 1) {
      expect(link(['**a**ab → https://a.example/{path}'], { filename })).toBeUndefined();
    }
  });
  expect(dear).toBeUndefined();
});

test('a frame without a commit gets the first address that needs none', () => {
  const branch = 'src/ → https://github.com/acme/shop/blob/main/src/{path}';
  expect(link([GITHUB, branch], { filename: 'src/a.ts' })).toBe(
    'https://github.com/acme/shop/blob/main/src/a.ts',
  );
  expect(link([GITHUB], { filename: 'src/a.ts' })).toBeUndefined();
});

test('a Java frame gets its folders from its package', () => {
  const place = { module: 'com.acme.shop.Cart', filename: 'Cart.java', line: 3 };
  expect(link(['com/acme/ → https://a.example/{path}#{line}'], place)).toBe(
    'https://a.example/shop/Cart.java#3',
  );
});

test('a hostile path leads neither out of its folder nor into another part of the address', () => {
  expect(link([GITHUB], { filename: 'src/../../../evil' }, 'abc1234')).toBeUndefined();
  expect(link([GITHUB], { filename: 'src/a b"<%$&.ts', line: 1 }, 'abc1234')).toBe(
    'https://github.com/acme/shop/blob/abc1234/src/a%20b%22%3C%25%24%26.ts#L1',
  );
  expect(link([GITHUB], { filename: `src/${'x'.repeat(2000)}` }, 'abc1234')).toBeUndefined();
});

test.each([
  ['3f2a1bc', '3f2a1bc'],
  ['shop@3f2a1bc9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f', '3f2a1bc9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f'],
  ['shop@1.4.2+3f2a1bc', '3f2a1bc'],
  ['shop@1.4.2', undefined],
  ['20260302', undefined],
  ['1'.repeat(40), '1'.repeat(40)],
  [undefined, undefined],
])('the commit of the release %s is %s', (release, commit) => {
  expect(findCommit(release)).toBe(commit);
});

test.each([
  ['src/', 'Line 2: A line is a folder, an arrow and an address: src/ → https://….'],
  ['src/ → ftp://a.example/{path}', 'Line 2: The address begins with https:// or http://.'],
  ['src/ → javascript:alert({path})', 'Line 2: The address begins with https:// or http://.'],
  [
    'src/ → https://a.example/{file}',
    'Line 2: {file} is unknown: there are {path}, {line} and {commit}.',
  ],
  [
    'src/ → https://a.example/{path',
    'Line 2: {path is unknown: there are {path}, {line} and {commit}.',
  ],
  ['src/ → https://a.example/', 'Line 2: The address says where {path} stands.'],
  [
    'src/ → https://{path}/',
    'Line 2: The address has a host, without a name, a password or what is put in.',
  ],
  [
    'src/ → https://github.com@a.example/{path}',
    'Line 2: The address has a host, without a name, a password or what is put in.',
  ],
  [
    'src/ → https:///{path}',
    'Line 2: The address has a host, without a name, a password or what is put in.',
  ],
  [
    'a*b*c*/ → https://a.example/{path}',
    'Line 2: A folder has at most 2 times an asterisk or two.',
  ],
  ['a***/ → https://a.example/{path}', 'Line 2: At most two asterisks stand beside each other.'],
  ['a b/ → https://a.example/{path}', 'Line 2: The folder has no blanks.'],
  [
    `src/ → https://a.example/{path}${'x'.repeat(500)}`,
    'Line 2: A line has at most 500 characters.',
  ],
])('parseCodeLinks refuses %s with its line and the broken rule', (line, problem) => {
  expect(parseCodeLinks(['', line])).toEqual({ ok: false, problem });
});

test.each([
  ['https://github.com/acme/shop/blob/main/src/{path}', 'https://github.com/acme/shop/commit/'],
  ['https://git.example/a/b/c/-/blob/x/{path}', 'https://git.example/a/b/c/-/commit/'],
  ['https://bitbucket.org/acme/shop/src/main/{path}', 'https://bitbucket.org/acme/shop/commits/'],
  ['https://git.example/a/b/src/commit/{commit}/{path}', 'https://git.example/a/b/commit/'],
  ['https://code.example/{path}', undefined],
])('toCommitAddress finds the page of a commit beside %s', (address, page) => {
  const parsed = parseCodeLinks([
    `other/ → https://a.example/b/c/blob/{path}`,
    `src/ → ${address}`,
  ]);
  const links = parsed.ok ? parsed.links : [];
  const id = '3f2a1bc9d0';
  expect(toCommitAddress({ filename: 'src/a.ts' }, links, id)).toBe(page && `${page}${id}`);
  expect(toCommitAddress({ filename: 'src/a.ts' }, links, 'r/../12')).toBeUndefined();
  expect(toCommitAddress({ filename: 'lib/a.ts' }, links, id)).toBeUndefined();
});

test('parseCodeLinks accepts at most twenty lines', () => {
  expect(parseCodeLinks(Array.from({ length: 21 }, () => ''))).toEqual({
    ok: false,
    problem: 'There are at most 20 lines.',
  });
});
