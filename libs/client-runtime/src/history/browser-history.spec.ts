import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { turn } from '../testing/turn.ts';
import { createBrowserHistory } from './browser-history.ts';
import type { BrowserHistory } from './browser-history.ts';

describe('BrowserHistory', () => {
  let browser: FakeWindow;
  let told: string[];
  let left: string[];
  let history: BrowserHistory;

  beforeEach(() => {
    browser = new FakeWindow('http://localhost/a?x=1#part');
    told = [];
    left = [];
    history = open(browser);
  });

  function open({ window }: FakeWindow): BrowserHistory {
    return createBrowserHistory(
      window,
      () => left.push(history.address()),
      () => told.push(`traverse ${history.address()}`),
      () => told.push(`foreign ${history.address()}`),
    );
  }

  it('has the address that the address bar shows', () => {
    expect(history.address()).toBe('/a?x=1#part');
  });

  it('pushes entries and replaces their addresses, and reports nothing of that', () => {
    history.push('/b?y=2#other');
    expect(browser.addresses).toEqual(['/a?x=1#part', '/b?y=2#other']);
    history.replace('/c');
    expect(browser.addresses).toEqual(['/a?x=1#part', '/c']);
    expect(told).toEqual([]);
  });

  it('reports back and forward', () => {
    history.push('/b');
    browser.go(-1);
    browser.go(1);
    expect(told).toEqual(['traverse /a?x=1#part', 'traverse /b']);
  });

  it.each([
    ['pushState', 2],
    ['replaceState', 1],
  ] as const)('reports entries of other code by %s, once they exist', (how, entries) => {
    browser.history[how]({ theirs: 1 }, '', '?filter=open');
    expect(told).toEqual(['foreign /a?filter=open']);
    expect(browser.addresses).toHaveLength(entries);
  });

  it('keeps the state that other code gives an entry, and makes entries that have none', () => {
    const theirs = { deep: [1] };
    browser.history.pushState(theirs, '', '?filter=open');
    expect(browser.history.state).toBe(theirs);
    history.replace('/b');
    expect(browser.history.state).toBe(theirs);
    history.push('/c');
    expect(browser.history.state).toBeNull();
  });

  it('reports no change that the browser refuses', () => {
    const other = new FakeWindow();
    other.history.pushState = () => {
      throw new Error('SecurityError');
    };
    open(other);
    expect(() => other.history.pushState(null, '', 'http://elsewhere/')).toThrow('SecurityError');
    expect(told).toEqual([]);
  });

  it('calls the functions that other code later puts around the history', () => {
    const seen: unknown[] = [];
    const { pushState } = browser.history;
    browser.history.pushState = (state, unused, to) => {
      seen.push(to);
      pushState(state, unused, to);
    };
    history.push('/b');
    expect(seen).toEqual(['/b']);
    expect(told).toEqual([]);
  });

  it('reports a change by other code after the browser has refused one of its own', () => {
    const { pushState } = browser.history;
    expect(() => history.push('http://[')).toThrow('Invalid URL');
    pushState(null, '', '/b');
    expect(told).toEqual(['foreign /b']);
  });

  it('gives each entry a name of its own, found again with back, whatever its address', () => {
    const first = history.entry();
    history.push('/b');
    const name = history.entry();
    expect(name).not.toBe(first);
    history.replace('/c');
    browser.history.replaceState(null, '', '/d');
    expect(history.entry()).toBe(name);
    browser.go(-1);
    expect(history.entry()).toBe(first);
  });

  it('goes to an entry by its name, wherever the visitor is by then, and nowhere if it is gone', async () => {
    const first = history.entry();
    history.push('/b');
    history.push('/c');
    const gone = history.entry();
    history.traverse(first);
    browser.go(-1);
    await turn();
    expect(history.address()).toBe('/a?x=1#part');
    history.push('/d');
    history.traverse(gone);
    await turn();
    expect(history.address()).toBe('/d');
  });

  it('switches the scroll restoration of the browser where entries have names', () => {
    for (const how of ['manual', 'auto'] as const) {
      history.scroll(how);
      expect(browser.history.scrollRestoration).toBe(how);
    }
  });

  it('reports an entry that is about to be left, before anything has changed', () => {
    browser.history.pushState(null, '', '/b');
    browser.go(-1);
    expect(left).toEqual(['/a?x=1#part', '/b']);
  });

  it('does all but name entries without the Navigation API', () => {
    browser = new FakeWindow('http://localhost/a');
    Object.assign(browser, { navigation: undefined });
    history = open(browser);
    expect([history.hasNames, history.entry()]).toEqual([false, '/a']);
    history.scroll('manual');
    expect(browser.history.scrollRestoration).toBe('auto');
    history.push('/b');
    browser.go(-1);
    history.traverse('/a');
    expect(told).toEqual(['traverse /a']);
  });

  it('names the entry by its address in a document that is not shown', () => {
    browser = new FakeWindow('http://localhost/a');
    const navigation = Object.assign(new EventTarget(), { currentEntry: null });
    Object.assign(browser, { navigation });
    expect(open(browser).entry()).toBe('/a');
  });
});
