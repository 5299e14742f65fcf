import { expect, it } from '@jest/globals';
import { matchesEvent, parseSearch } from '#shared';
import { toTagAddress, toTagQuery, toUserAddress } from './tag-address.ts';

it.each([
  ['browser.name', 'Firefox', 'browser.name:Firefox'],
  ['browser', 'Firefox 120.0', 'browser:"Firefox 120.0"'],
  ['user.id', '42', 'user.id:42'],
  ['url', 'https://shop.example/a', 'url:https://shop.example/a'],
  ['handled', 'no', 'tags[handled]:no'],
  ['level', 'error', 'tags[level]:error'],
  ['env', 'eu', 'tags[env]:eu'],
  ['release', '1.4.2', 'release:"1.4.2"'],
  ['a b', 'x*', '"a b":"x*"'],
  ['is', 'say "hi"\\', String.raw`tags[is]:"say \"hi\"\\"`],
  ['größe', '//x', '"größe":"//x"'],
  ['path', '//x', 'path:"//x"'],
  ['seats', '<5', 'seats:"<5"'],
])('toTagQuery makes a search for the tag %s with %s that finds the tag', (name, value, query) => {
  expect(toTagQuery(name, value)).toBe(query);
  const parsed = parseSearch(query);
  const facts = { level: 'info', type: '', message: '', place: '' } as const;
  const found = (tags: ReadonlyMap<string, string>) =>
    parsed.ok && matchesEvent(parsed.value, { ...facts, tags }, { nowMs: 0 });
  expect(found(new Map([[name, value]]))).toBe(true);
  expect(found(new Map([[name, 'other']]))).toBe(false);
});

it('toTagAddress makes an address, unless the search would be too long', () => {
  expect(toTagAddress('user.id', '4 2')).toBe('/issues?query=user.id:%224+2%22');
  expect(toTagAddress('x', '"'.repeat(200))).toContain('/issues?query=');
  expect(toTagAddress('"'.repeat(200), '"'.repeat(200))).toBeUndefined();
});

it('toUserAddress finds the issues of a user by id, or else by email or username', () => {
  const email = 'ann@shop.example';
  expect(toUserAddress({ id: '42', email })).toBe('/issues?query=user.id:42');
  expect(toUserAddress({ id: '', email })).toBe(`/issues?query=user.email:${email}`);
  expect(toUserAddress({ username: 'ann' })).toBe('/issues?query=user.username:ann');
  expect(toUserAddress({ name: 'Ann', ipAddress: '::1' })).toBeUndefined();
  expect(toUserAddress({ id: 'x'.repeat(201) })).toBeUndefined();
});
