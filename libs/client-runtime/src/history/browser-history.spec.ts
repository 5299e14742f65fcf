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

  it('pushes an entry', () => {
    history.push('/b?y=2#other');
    expect(browser.addresses).toEqual(['/a?x=1#part', '/b?y=2#other']);
  });

  it('replaces the address of the current entry', () => {
    history.replace('/b');
    expect(browser.addresses).toEqual(['/b']);
  });

  it('reports nothing of its own changes', () => {
    history.push('/b');
    history.replace('/c');
    expect(told).toEqual([]);
  });

  it('reports back and forward', () => {
    history.push('/b');
    browser.go(-1);
    browser.go(1);
    expect(told).toEqual(['traverse /a?x=1#part', 'traverse /b']);
  });

  it('reports entries that other code makes, once they exist', () => {
    browser.history.pushState({ theirs: 1 }, '', '?filter=open');
    expect(told).toEqual(['foreign /a?filter=open']);
    expect(browser.addresses).toHaveLength(2);
  });

  it('reports entries that other code replaces, once they are replaced', () => {
    browser.history.replaceState({ theirs: 1 }, '', '?filter=open');
    expect(told).toEqual(['foreign /a?filter=open']);
    expect(browser.addresses).toHaveLength(1);
  });

  it('keeps the state of entries that other code makes', () => {
    const theirs = { deep: [1] };
    browser.history.pushState(theirs, '', '?filter=open');
    expect(browser.history.state).toBe(theirs);
  });

  it('keeps the state of an entry whose address it replaces', () => {
    const theirs = { deep: [1] };
    browser.history.replaceState(theirs, '', '?filter=open');
    history.replace('/b');
    expect(browser.history.state).toBe(theirs);
  });

  it('makes entries that have no state', () => {
    browser.history.replaceState({ theirs: 1 }, '', '?filter=open');
    history.push('/b');
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

  it('gives each entry a name of its own, found again with back', () => {
    const first = history.entry();
    history.push('/b');
    expect(history.entry()).not.toBe(first);
    browser.go(-1);
    expect(history.entry()).toBe(first);
  });

  it('keeps the name of an entry whose address changes', () => {
    const name = history.entry();
    history.replace('/b');
    browser.history.replaceState(null, '', '/c');
    expect(history.entry()).toBe(name);
  });

  it('goes to an entry by its name, wherever the visitor is by then', async () => {
    const first = history.entry();
    history.push('/b');
    history.push('/c');
    history.traverse(first);
    browser.go(-1);
    await turn();
    expect(history.address()).toBe('/a?x=1#part');
  });

  it('goes nowhere by the name of an entry that is gone', async () => {
    history.push('/b');
    const gone = history.entry();
    browser.go(-1);
    history.push('/c');
    history.traverse(gone);
    await turn();
    expect(history.address()).toBe('/c');
  });

  it('switches the scroll restoration of the browser where entries have names', () => {
    history.scroll('manual');
    expect(browser.history.scrollRestoration).toBe('manual');
    history.scroll('auto');
    expect(browser.history.scrollRestoration).toBe('auto');
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
