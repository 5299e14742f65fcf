import { describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { leave, withoutFragment } from './departure.ts';

describe('leave', () => {
  const browser = fresh(() => new FakeWindow('http://localhost/a?x=1#part'));

  it.each([
    ['http://localhost/b', false, 'assign'],
    ['http://localhost/a', false, 'assign'],
    ['http://example.com/a?x=1#part', false, 'assign'],
    ['http://localhost/b#part', true, 'replace'],
    // The page that is shown
    ['http://localhost/a?x=1#part', false, 'reload'],
    ['http://localhost/a?x=1#part', true, 'reload'],
    ['http://localhost/a?x=1', false, 'reload'],
    ['http://localhost/a?x=1#other', false, 'reload'],
  ])('goes to %s, with isReplace %j, by %s', (href, isReplace, how) => {
    leave(browser.window, href, isReplace);
    expect(browser.departures).toEqual([`${how} ${href}`]);
    expect(browser.addresses).toHaveLength(1);
  });

  it('keeps the state of the entry whose fragment changes', () => {
    browser.history.replaceState({ theirs: 1 }, '', '/a?x=1');
    leave(browser.window, 'http://localhost/a?x=1#other');
    expect(browser.history.state).toEqual({ theirs: 1 });
  });
});

describe('withoutFragment', () => {
  it.each([
    ['http://localhost/a?x=1#part', 'http://localhost/a?x=1'],
    ['/a#one#two', '/a'],
    ['/a#', '/a'],
    ['/a', '/a'],
    ['', ''],
  ])('makes %j into %j', (href, expected) => {
    expect(withoutFragment(href)).toBe(expected);
  });
});
