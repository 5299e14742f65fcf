import { describe, expect, it } from '@jest/globals';
import type { PersonKind } from '#shared';
import { matchName } from './name-matcher.ts';

type Row = readonly [kind: PersonKind, value: string, text: string, erased: string];

const base64 = (text: string) => Buffer.from(text).toString('base64');
const toEntities = (text: string) =>
  Array.from(text, (sign) => `&#${sign.charCodeAt(0)};`).join('');

const rows: readonly Row[] = [
  ['email', 'ann@example.org', 'No account for Ann@Example.org.', 'No account for [Erased].'],
  ['email', 'ann@example.org', '<ann@example.org>,ann@example.org', '<[Erased]>,[Erased]'],
  ['email', 'ann@example.org', '/find?mail=ann%40example.org&x=1', '/find?mail=[Erased]&x=1'],
  [
    'email',
    'ann@example.org',
    '/a?next=%2Fu%3Fm%3Dann%40example.org',
    '/a?next=%2Fu%3Fm%3D[Erased]',
  ],
  [
    'email',
    'ann@example.org',
    'joann@example.org ann@example.org.uk',
    'joann@example.org ann@example.org.uk',
  ],
  [
    'email',
    'ann@example.org',
    'mary-ann@example.org ann@example.organ',
    'mary-ann@example.org ann@example.organ',
  ],
  [
    'email',
    'a+b.c@example.org',
    'a+b.c@example.org aab.c@example.org',
    '[Erased] aab.c@example.org',
  ],
  ['email', 'ann@example.org', '&lt;Ann&#64;example&#x2E;org&gt;', '&lt;[Erased]&gt;'],
  ['email', 'ann@example.org', 'to ann&commat;example&period;org.', 'to [Erased].'],
  ['email', 'ann@ex.org', toEntities('ANN@ex.org'), '[Erased]'],
  ['email', 'ann@example.org', `joann&#64;example.org`, 'joann&#64;example.org'],
  ['email', 'ann@example.org', `/u/${base64('Ann@example.org')}/cart`, '/u/[Erased]/cart'],
  ['email', 'ann@example.org', `?s=${base64('{"m":"ann@example.org"}')}&x`, '?s=[Erased]&x'],
  ['email', 'ann@example.org', `a ${base64('??>ann@example.org')} b`, 'a [Erased] b'],
  ['email', 'ann@example.org', base64('joann@example.org'), base64('joann@example.org')],
  ['id', 'user-4711', 'load user-4711, not user-47112', 'load [Erased], not user-47112'],
  ['id', 'User-4711', 'user-4711', 'user-4711'],
  ['id', 'auth0|471147', '/users/auth0%7C471147/cart', '/users/[Erased]/cart'],
  ['id', '$(x)\\d+', 'a $(x)\\d+ b', 'a [Erased] b'],
  ['id', '42', '42', '[Erased]'],
  ['id', '42', 'line 42 of 42', 'line 42 of 42'],
  ['id', 'ann@example.org', 'to Ann@example.org', 'to [Erased]'],
  ['address', '203.0.113.7', '203.0.113.7, 10.0.0.1', '[Erased], 10.0.0.1'],
  ['address', '203.0.113.7', 'from 203.0.113.7:5123.', 'from [Erased]:5123.'],
  [
    'address',
    '203.0.113.7',
    '203.0.113.70 1.203.0.113.7 203.0.113.7.1',
    '203.0.113.70 1.203.0.113.7 203.0.113.7.1',
  ],
  ['address', '203.0.113.7', '::ffff:203.0.113.7', '[Erased]'],
  ['address', '2001:db8::1', '[2001:DB8:0:0:0:0:0:1]:443', '[[Erased]]:443'],
  ['address', '2001:db8::1', 'ip:2001:db8::1.', 'ip:[Erased].'],
  ['address', '2001:db8::1', 'at 12:30:45 from 2001:db8::12', 'at 12:30:45 from 2001:db8::12'],
];

describe('matchName', () => {
  it.each(rows)('replaces %s %s in %j', (kind, value, text, erased) => {
    expect(matchName({ kind, value }).redact(text)).toBe(erased);
  });

  it.each<readonly [PersonKind, string, unknown, boolean]>([
    ['id', '42', 42, true],
    ['id', '42', '042', false],
    ['id', '42', null, false],
    ['email', 'ann@example.org', ' ANN@example.org', true],
    ['address', '::ffff:203.0.113.7', '203.0.113.7', true],
    ['address', '2001:db8::1', '2001:0db8::0001', true],
    ['address', '2001:db8::1', {}, false],
  ])('tells whether %s %s is %j: %s', (kind, value, other, is) => {
    expect(matchName({ kind, value }).is(other)).toBe(is);
  });
});
