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

  it('takes the first one that it meets for what there was', () => {
    watch('ada');
    expect(onNew).not.toHaveBeenCalled();
    expect(browser.localStorage.getItem(KEY)).toBe('ada');
  });

  it('tells of a document for somebody else, once', () => {
    watch('ada');
    watch('bob');
    expect(onNew).toHaveBeenCalledTimes(1);
    watch('bob');
    expect(onNew).toHaveBeenCalledTimes(1);
  });

  it('tells of what another tab has been shown', () => {
    watch('ada');
    tell(KEY, 'bob');
    expect(onOld).toHaveBeenCalledTimes(1);
    tell(KEY, 'ada');
    tell('page.standing', 'bob');
    tell(KEY, null);
    expect(onOld).toHaveBeenCalledTimes(1);
  });

  it('tells of a document that was kept whole while somebody else came', () => {
    watch('ada');
    watch('bob');
    browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
    expect(onOld).not.toHaveBeenCalled();
    browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(onOld).toHaveBeenCalledTimes(1);
  });

  it('takes a document that going back has shown for an old one', () => {
    watch('ada');
    browser.performance.type = 'back_forward';
    watch('ada');
    expect(onOld).not.toHaveBeenCalled();
    watch('bob');
    expect(onOld).toHaveBeenCalledTimes(1);
    expect(onNew).not.toHaveBeenCalled();
    expect(browser.localStorage.getItem(KEY)).toBe('ada');
  });

  it('knows nothing where the server does not', () => {
    watch('ada');
    watch();
    expect(onNew).not.toHaveBeenCalled();
    expect(browser.localStorage.getItem(KEY)).toBe('ada');
  });

  it('keeps still where the visitor forbids storage', () => {
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
