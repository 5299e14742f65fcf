import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { watchVisitor } from './watch-visitor.ts';

const KEY = 'page.standing/base';

describe('watchVisitor', () => {
  let browser: FakeWindow;
  const onNew = jest.fn();
  const onOld = jest.fn();

  beforeEach(() => {
    browser = new FakeWindow();
    jest.clearAllMocks();
  });

  const watch = (standing?: string): void =>
    watchVisitor(browser.window, {
      basePath: '/base',
      onNew,
      onOld,
      ...(standing === undefined ? {} : { standing }),
    });

  const tell = (key: string, newValue: string | null): void => {
    browser.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  };

  it('remembers the first visitor, and reports nobody new', () => {
    watch('ada');
    expect(onNew).not.toHaveBeenCalled();
    expect(browser.localStorage.getItem(KEY)).toBe('ada');
  });

  it('reports a document for another visitor as new, once', () => {
    watch('ada');
    watch('bob');
    expect(onNew).toHaveBeenCalledTimes(1);
    watch('bob');
    expect(onNew).toHaveBeenCalledTimes(1);
  });

  it('reports its document as old when another tab shows one for another visitor', () => {
    watch('ada');
    tell(KEY, 'bob');
    expect(onOld).toHaveBeenCalledTimes(1);
    tell(KEY, 'ada');
    tell('page.standing', 'bob');
    tell(KEY, null);
    expect(onOld).toHaveBeenCalledTimes(1);
  });

  it('reports a document as old that the browser brings back after another visitor came', () => {
    watch('ada');
    watch('bob');
    browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(onOld).not.toHaveBeenCalled();
    browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(onOld).toHaveBeenCalledTimes(1);
  });

  it('reports a document that going back has shown as old, not as new', () => {
    watch('ada');
    browser.performance.type = 'back_forward';
    watch('ada');
    expect(onOld).not.toHaveBeenCalled();
    watch('bob');
    expect(onOld).toHaveBeenCalledTimes(1);
    expect(onNew).not.toHaveBeenCalled();
    expect(browser.localStorage.getItem(KEY)).toBe('ada');
  });

  it('changes nothing when the server names no visitor', () => {
    watch('ada');
    watch();
    expect(onNew).not.toHaveBeenCalled();
    expect(browser.localStorage.getItem(KEY)).toBe('ada');
  });

  it('reports nothing where the visitor forbids storage', () => {
    Object.defineProperty(browser, 'localStorage', {
      get: () => {
        throw new DOMException('Forbidden', 'SecurityError');
      },
    });
    watch('ada');
    watch('bob');
    expect(onNew).not.toHaveBeenCalled();
  });
});
