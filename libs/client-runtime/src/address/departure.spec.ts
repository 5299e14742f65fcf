import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { leave, withoutFragment } from './departure.ts';

describe('leave', () => {
  let browser: FakeWindow;

  beforeEach(() => {
    browser = new FakeWindow('http://localhost/a?x=1#part');
  });

  it.each(['http://localhost/b', 'http://localhost/a', 'http://example.com/a?x=1#part'])(
    'has the browser go to %s',
    (href) => {
      leave(browser.window, href);
      expect(browser.departures).toEqual([`assign ${href}`]);
    },
  );

  it('replaces the current entry when asked to', () => {
    leave(browser.window, 'http://localhost/b#part', true);
    expect(browser.departures).toEqual(['replace http://localhost/b#part']);
  });

  it.each([false, true])(
    'reloads the page that is shown when that is the target, isReplace %s',
    (isReplace) => {
      leave(browser.window, 'http://localhost/a?x=1#part', isReplace);
      expect(browser.departures).toEqual(['reload http://localhost/a?x=1#part']);
    },
  );

  it.each(['http://localhost/a?x=1', 'http://localhost/a?x=1#other'])(
    'reloads the page that is shown with the fragment of %s',
    (href) => {
      leave(browser.window, href);
      expect(browser.departures).toEqual([`reload ${href}`]);
      expect(browser.addresses).toHaveLength(1);
    },
  );

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
