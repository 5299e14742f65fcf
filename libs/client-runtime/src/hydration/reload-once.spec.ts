import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { noteAlive, reloadOnce } from './reload-once.ts';

describe('reloadOnce', () => {
  let browser: FakeWindow;

  beforeEach(() => {
    browser = new FakeWindow('http://localhost/a');
  });

  const goTo = (address: string): void => browser.history.pushState(null, '', address);

  const forbidStorage = (): void => {
    Object.defineProperty(browser, 'sessionStorage', {
      get() {
        throw new Error('SecurityError');
      },
    });
  };

  it('loads the document again', () => {
    expect(reloadOnce(browser.window)).toBe(true);
    expect(browser.departures).toEqual(['reload http://localhost/a']);
  });

  it('does nothing the second time', () => {
    reloadOnce(browser.window);
    expect(reloadOnce(browser.window)).toBe(false);
    expect(browser.departures).toHaveLength(1);
  });

  it('loads the document again at another address', () => {
    reloadOnce(browser.window);
    goTo('/b');
    expect(reloadOnce(browser.window)).toBe(true);
  });

  it('loads the document again once a document came alive', () => {
    reloadOnce(browser.window);
    noteAlive(browser.window);
    expect(reloadOnce(browser.window)).toBe(true);
  });

  it('does nothing where storage is forbidden, as reloads might never end', () => {
    forbidStorage();
    expect(reloadOnce(browser.window)).toBe(false);
    expect(browser.departures).toEqual([]);
  });

  it('does nothing when the storage is full', () => {
    browser.sessionStorage.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    expect(reloadOnce(browser.window)).toBe(false);
    expect(browser.departures).toEqual([]);
  });

  it('notes that a document came alive where storage is forbidden, without failing', () => {
    forbidStorage();
    expect(() => noteAlive(browser.window)).not.toThrow();
  });
});
