import { describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { showCanonicalAddress } from './address-bar.ts';

describe('showCanonicalAddress', () => {
  it.each([
    ['?_whole=1', '/a?x=1'],
    ['?_action=save', '/a?x=1'],
    ['?x=1&_whole=1', '/a?x=1'],
    ['?_whole=1#part', '/a?x=1#part'],
    ['#part', '/a#part'],
    ['?x=1#part', '/a?x=1#part'],
    ['?whole=1#part', '/a?whole=1#part'],
    ['?x=_whole#part', '/a?x=_whole#part'],
  ])('shows %s as %s', (query, address) => {
    const browser = new FakeWindow(`http://localhost/a${query}`);
    showCanonicalAddress(browser.window, /[?&]_/.test(query) ? '/a?x=1' : '/canonical');
    expect(browser.addresses).toEqual([address]);
  });

  it('keeps the state of the entry', () => {
    const browser = new FakeWindow('http://localhost/a?_whole=1');
    browser.history.replaceState({ theirs: 1 }, '', '');
    showCanonicalAddress(browser.window, '/a');
    expect(browser.history.state).toEqual({ theirs: 1 });
  });
});
