import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createBlocker } from './blocker.ts';

describe('Blocker', () => {
  const browser = fresh(() => new FakeWindow());
  const blocker = fresh(() => createBlocker(browser.window));
  let asked: (string | undefined)[];
  let left: string[];

  beforeEach(() => {
    asked = [];
    left = [];
    blocker.subscribe(() => asked.push(blocker.get()));
  });

  const ask = (to: string): void => blocker.ask(() => left.push(to));

  const isAskedByBrowser = (): boolean => browser.unload().asks;

  it('blocks while anything is unsaved, and asks nothing by itself', () => {
    expect(blocker.isBlocking()).toBe(false);
    const removeOne = blocker.add('Sure?');
    const removeOther = blocker.add('Sure?');
    removeOne();
    expect(blocker.isBlocking()).toBe(true);
    expect([blocker.get(), asked]).toEqual([undefined, []]);
    removeOther();
    expect(blocker.isBlocking()).toBe(false);
  });

  it('asks its question, and goes nowhere before it is answered', () => {
    blocker.add('Sure?');
    ask('/b');
    expect([asked, left]).toEqual([['Sure?'], []]);
  });

  it('asks the newest question', () => {
    blocker.add('The older?');
    const remove = blocker.add('The newer?');
    ask('/b');
    remove();
    expect(asked).toEqual(['The newer?']);
    blocker.answer(false);
    ask('/b');
    expect(asked).toEqual(['The newer?', undefined, 'The older?']);
  });

  describe('a question answered with leaving', () => {
    beforeEach(() => {
      blocker.add('Sure?');
      ask('/b');
    });

    it('closes, then the navigation goes on', () => {
      blocker.ask(() => left.push(`/b, asked ${blocker.get()}`));
      blocker.answer(true);
      expect([asked, left]).toEqual([['Sure?', undefined], ['/b, asked undefined']]);
    });

    it('leads to the place that the visitor asked for last', () => {
      ask('/c');
      expect(asked).toEqual(['Sure?']);
      blocker.answer(true);
      expect(left).toEqual(['/c']);
    });

    it('stops blocking the navigation, which is followed once, until the visitor stays after all', () => {
      blocker.answer(true);
      expect(blocker.isBlocking()).toBe(false);
      blocker.answer(true);
      expect(left).toEqual(['/b']);
      blocker.answer(false);
      expect([blocker.isBlocking(), isAskedByBrowser()]).toEqual([true, true]);
      expect(left).toEqual(['/b']);
    });

    it('keeps the browser from asking the next time, but no longer', () => {
      blocker.answer(true);
      expect(isAskedByBrowser()).toBe(false);
      expect(isAskedByBrowser()).toBe(true);
      expect(blocker.isBlocking()).toBe(true);
    });
  });

  it('goes nowhere when the visitor stays, whatever is agreed to later', () => {
    blocker.add('Sure?');
    ask('/b');
    blocker.answer(false);
    expect([asked, left]).toEqual([['Sure?', undefined], []]);
    expect(blocker.isBlocking()).toBe(true);
    blocker.answer(true);
    expect(left).toEqual([]);
  });

  it('closes its question and goes nowhere when everything is saved meanwhile', () => {
    const remove = blocker.add('Sure?');
    ask('/b');
    remove();
    expect([asked, left]).toEqual([['Sure?', undefined], []]);
    blocker.answer(true);
    expect(left).toEqual([]);
  });

  describe('leaving the document', () => {
    it('has the browser ask while something is unsaved, in the way of older browsers, too', () => {
      const remove = blocker.add('Sure?');
      expect(browser.unload()).toEqual({ asks: true, askedBefore2024: true });
      remove();
      expect(isAskedByBrowser()).toBe(false);
    });

    it('listens only while something is unsaved', () => {
      const listening: string[] = [];
      const { addEventListener, removeEventListener } = browser;
      browser.addEventListener = (name: string, ...rest: [() => void]) => {
        listening.push(name);
        addEventListener.call(browser, name, ...rest);
      };
      browser.removeEventListener = (name: string, ...rest: [() => void]) => {
        listening.push(`no ${name}`);
        removeEventListener.call(browser, name, ...rest);
      };
      const remove = createBlocker(browser.window).add('Sure?');
      expect(listening).toEqual(['beforeunload']);
      remove();
      expect(listening).toEqual(['beforeunload', 'no beforeunload']);
    });
  });
});
