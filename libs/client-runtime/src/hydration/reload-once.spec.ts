import { describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { reloadOnce } from './reload-once.ts';

const NOW_MS = Date.UTC(2026, 10, 30);

describe('reloadOnce', () => {
  const browser = fresh(() => new FakeWindow('http://localhost/a'));
  const reloadAt = (nowMs: number): boolean =>
    reloadOnce({ window: browser.window, clock: { nowMs: () => nowMs } });

  it('loads the document again, once a minute', () => {
    expect(reloadAt(NOW_MS)).toBe(true);
    expect(browser.departures).toEqual(['reload http://localhost/a']);
    expect(reloadAt(NOW_MS + 59_999)).toBe(false);
    expect(browser.departures).toHaveLength(1);
    expect(reloadAt(NOW_MS + 60_000)).toBe(true);
  });

  it('does nothing where storage is forbidden, as reloads might never end, and does not fail', () => {
    Object.defineProperty(browser, 'sessionStorage', {
      get() {
        throw new Error('SecurityError');
      },
    });
    expect(reloadAt(NOW_MS)).toBe(false);
    expect(browser.departures).toEqual([]);
  });

  it('does nothing when the storage is full', () => {
    browser.sessionStorage.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    expect(reloadAt(NOW_MS)).toBe(false);
    expect(browser.departures).toEqual([]);
  });
});
