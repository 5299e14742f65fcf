import { describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { showCanonicalAddress } from './address-bar.ts';

describe('showCanonicalAddress', () => {
  it.each(['_whole=1', '_action=save', 'x=1&_whole=1'])('removes %s from the address', (query) => {
    const browser = new FakeWindow(`http://localhost/a?${query}`);
    showCanonicalAddress(browser.window, '/a?x=1');
    expect(browser.addresses).toEqual(['/a?x=1']);
  });

  it('keeps the fragment', () => {
    const browser = new FakeWindow('http://localhost/a?_whole=1#part');
    showCanonicalAddress(browser.window, '/a');
    expect(browser.addresses).toEqual(['/a#part']);
  });

  it('keeps the state of the entry', () => {
    const browser = new FakeWindow('http://localhost/a?_whole=1');
    browser.history.replaceState({ theirs: 1 }, '', '');
    showCanonicalAddress(browser.window, '/a');
    expect(browser.history.state).toEqual({ theirs: 1 });
  });

  it.each(['', '?x=1', '?whole=1', '?x=_whole'])(
    'leaves an address with the query %j alone',
    (query) => {
      const browser = new FakeWindow(`http://localhost/a${query}#part`);
      showCanonicalAddress(browser.window, '/canonical');
      expect(browser.addresses).toEqual([`/a${query}#part`]);
    },
  );
});
