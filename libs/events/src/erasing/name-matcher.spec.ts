import { describe, expect, it } from '@jest/globals';
import type { PersonKind } from '#shared';
import { matchName } from './name-matcher.ts';

const ANN = 'ann@example.org';

type Row = readonly [kind: PersonKind, value: string, text: string, erased?: string];

const base64 = (text: string) => Buffer.from(text).toString('base64');
const toEntities = (text: string) =>
  Array.from(text, (sign) => `&#${sign.charCodeAt(0)};`).join('');

const rows: readonly Row[] = [
  ['email', ANN, 'No account for Ann@Example.org.', 'No account for [Erased].'],
  ['email', ANN, '<ann@example.org>,ann@example.org', '<[Erased]>,[Erased]'],
  ['email', ANN, '/find?mail=ann%40example.org&x=1', '/find?mail=[Erased]&x=1'],
  ['email', ANN, '/a?next=%2Fu%3Fm%3Dann%40example.org', '/a?next=%2Fu%3Fm%3D[Erased]'],
  ['email', ANN, 'joann@example.org ann@example.org.uk'],
  ['email', ANN, 'mary-ann@example.org ann@example.organ'],
  [
    'email',
    'a+b.c@example.org',
    'a+b.c@example.org aab.c@example.org',
    '[Erased] aab.c@example.org',
  ],
  ['email', ANN, 'ann&amp;#64;example.org', '[Erased]'],
  ['email', ANN, '&lt;Ann&#64;example&#x2E;org&gt;', '&lt;[Erased]&gt;'],
  ['email', ANN, 'to ann&commat;example&period;org.', 'to [Erased].'],
  ['email', 'ann@ex.org', toEntities('ANN@ex.org'), '[Erased]'],
  ['email', ANN, `joann&#64;example.org`],
  ['email', ANN, `/u/${base64('Ann@example.org')}/cart`, '/u/[Erased]/cart'],
  ['email', ANN, `?s=${base64('{"m":"ann@example.org"}')}&x`, '?s=[Erased]&x'],
  ['email', ANN, `?s=${base64(String.raw`"ann\u0040example.org"`)}`, '?s=[Erased]'],
  ['email', ANN, `a ${base64('??>ann@example.org')} b`, 'a [Erased] b'],
  ['email', ANN, base64('joann@example.org')],
  ['id', 'user-4711', 'load user-4711, not user-47112', 'load [Erased], not user-47112'],
  ['id', 'User-4711', 'user-4711'],
  ['id', 'auth0|471147', '/users/auth0%7C471147/cart', '/users/[Erased]/cart'],
  ['id', '$(x)\\d+', 'a $(x)\\d+ b', 'a [Erased] b'],
  ['id', 'анна-иванова', 'анна-иванова, Жанна-иванова', '[Erased], Жанна-иванова'],
  ['id', 'müller', 'müller, müllerö', '[Erased], müllerö'],
  ['id', '田中太郎さん', '注文は田中太郎さんです', '注文は[Erased]です'],
  ['id', 'müller', 'm%c3%bcller m%C3%BCller', '[Erased] [Erased]'],
  [
    'email',
    ANN,
    '/a?next=%252Fu%253Fm%253Dann%2540example.org',
    '/a?next=%252Fu%253Fm%253D[Erased]',
  ],
  ['id', 'Ann of Ulm', '?u=Ann+of+Ulm&x', '?u=[Erased]&x'],
  ['id', 'o"brien', String.raw`user.id:"o\"brien"`, 'user.id:"[Erased]"'],
  [
    'id',
    'müller',
    String.raw`{"a":"x\nm\u00fcller m\u00FCller"}`,
    String.raw`{"a":"x\n[Erased] [Erased]"}`,
  ],
  ['email', 'a+b@example.org', String.raw`"\ta\u002Bb\u0040example.org"`, String.raw`"\t[Erased]"`],
  ['email', ANN, 'jürgen-ann@example.org üann@example.org'],
  ['email', 'a.b@ex.org', String.raw`a.b\\u0040ex.org a.b\x40ex\u002eorg`, '[Erased] [Erased]'],
  ['email', 'a@ex.org', `a${'\\'.repeat(8)}u0040ex.org %61%2540ex.org`, '[Erased] [Erased]'],
  [
    'id',
    'müller',
    String.raw`"{\\\"a\\\":\\\"m\\\u00FCller m\\xfcller"`,
    String.raw`"{\\\"a\\\":\\\"[Erased] [Erased]"`,
  ],
  [
    'id',
    String.raw`CORP\ann/"A"`,
    String.raw`CORP\\\\ann\/\"A\" CORP\ann/"A"`,
    '[Erased] [Erased]',
  ],
  ['id', String.raw`A\annie`, String.raw`A&#92;annie \u0041\u005cannie`, '[Erased] [Erased]'],
  ['id', 'ann 👩 b', String.raw`ann \ud83d\uDC69 b ann+%F0%9f%91%A9+b`, '[Erased] [Erased]'],
  ['id', '42', '42', '[Erased]'],
  ['id', 'user \ud800', 'a user \ud800 b', 'a [Erased] b'],
  ['id', '$x'.repeat(150), `a ${'$x'.repeat(150)} b`, 'a [Erased]'],
  ['id', `${'a'.repeat(300)}@b.c`, `to ${'a'.repeat(300)}@b.c`, 'to [Erased]'],
  ['id', '42', 'line 42 of 42'],
  ['id', ANN, 'to Ann@example.org', 'to [Erased]'],
  ['address', '203.0.113.7', '203.0.113.7, 10.0.0.1', '[Erased], 10.0.0.1'],
  [
    'address',
    '203.0.113.7',
    String.raw`x\n203.0.113.7 %3D203.0.113.7`,
    String.raw`x\n[Erased] %3D[Erased]`,
  ],
  ['address', '203.0.113.7', String.raw`x\n203.0.113.70 x\n203.0.113.7.1 %3D1.203.0.113.7`],
  ['address', '2001:db8::1', '2001%3Adb8%3A%3A1 2001%3adb8::12', '[Erased] 2001%3adb8::12'],
  ['address', '203.0.113.7', 'from 203.0.113.7:5123.', 'from [Erased]:5123.'],
  ['address', '203.0.113.7', '203.0.113.70 1.203.0.113.7 203.0.113.7.1'],
  ['address', '203.0.113.7', '::ffff:203.0.113.7', '[Erased]'],
  ['address', '2001:db8::1', '[2001:DB8:0:0:0:0:0:1]:443', '[[Erased]]:443'],
  ['address', '2001:db8::1', 'ip:2001:db8::1.', 'ip:[Erased].'],
  ['address', '2001:db8::1', 'at 12:30:45 from 2001:db8::12', 'at 12:30:45 from 2001:db8::12'],
];

describe('matchName', () => {
  it.each(rows)('replaces %s %s in %j', (kind, value, text, erased = text) => {
    expect(matchName({ kind, value }).redact(text)).toBe(erased);
  });

  it.each<readonly [PersonKind, string, unknown, boolean]>([
    ['id', '42', 42, true],
    ['id', '42', '042', false],
    ['id', '42', null, false],
    ['email', ANN, ' ANN@example.org', true],
    ['address', '::ffff:203.0.113.7', '203.0.113.7', true],
    ['address', '2001:db8::1', '2001:0db8::0001', true],
    ['address', '2001:db8::1', {}, false],
  ])('tells whether %s %s is %j: %s', (kind, value, other, is) => {
    expect(matchName({ kind, value }).is(other)).toBe(is);
  });
});
