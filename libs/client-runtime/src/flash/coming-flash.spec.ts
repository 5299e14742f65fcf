import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Flash } from '#page-protocol';
import { createObservable } from '../observable.ts';
import type { OwnObservable } from '../observable.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createComingFlash } from './coming-flash.ts';
import type { ComingFlash } from './coming-flash.ts';

const FIRST: Flash = { text: 'First.' };
const SECOND: Flash = { text: 'Second.' };

describe('ComingFlash', () => {
  const browser = fresh(() => new FakeWindow());
  let flash: OwnObservable<Flash | undefined>;
  let announced: string[];

  beforeEach(() => {
    announced = [];
  });

  function create(told?: Flash, basePath = ''): ComingFlash {
    flash = createObservable(told);
    const { window } = browser;
    return createComingFlash({ window, basePath, flash, announce: (text) => announced.push(text) });
  }

  it('announces the message of the document, and nothing without one', () => {
    create();
    expect(announced).toEqual([]);
    create(FIRST);
    expect(announced).toEqual(['First.']);
    expect(flash.get()).toBe(FIRST);
  });

  it('leaves the message of another application of the origin alone', () => {
    create(undefined, '/one').note(FIRST);
    browser.dispatchEvent(new Event('pagehide'));
    create(undefined, '/two');
    expect(flash.get()).toBeUndefined();
    create(undefined, '/one');
    expect(flash.get()).toEqual(FIRST);
  });

  it('shows the message of an answer with a page, once, and until the next visit', () => {
    const coming = create();
    coming.note(FIRST);
    expect(flash.get()).toBeUndefined();
    expect(coming.show(true)).toBe('First.');
    expect(flash.get()).toBe(FIRST);
    expect(coming.show(true)).toBeUndefined();
    expect(flash.get()).toBeUndefined();
  });

  it('goes on showing a message while data of its page is loaded again, until a newer one', () => {
    const coming = create(FIRST);
    expect(coming.show(false)).toBeUndefined();
    expect(flash.get()).toBe(FIRST);
    coming.note(SECOND);
    coming.show(false);
    expect(flash.get()).toBe(SECOND);
  });

  it('shows the message of an answer that was not shown with the next page', () => {
    const coming = create();
    coming.note(FIRST);
    coming.note(undefined);
    expect(coming.show(true)).toBe('First.');
  });

  describe('a message in a document that is left', () => {
    const leave = (): boolean => browser.dispatchEvent(new Event('pagehide'));

    it.each([
      ['is shown by the next document, once, when no page has shown it', undefined, FIRST],
      ['gives way to a message of the next document', SECOND, SECOND],
    ])('%s', (_what, told, shown) => {
      create().note(FIRST);
      leave();
      create(told);
      expect([flash.get(), announced]).toEqual([shown, [shown.text]]);
      create();
      expect(flash.get()).toBeUndefined();
    });

    it('is not shown again when a page has shown it', () => {
      const coming = create();
      coming.note(FIRST);
      coming.show(true);
      leave();
      create();
      expect(flash.get()).toBeUndefined();
    });

    it('is shown by the next document alone, even if the browser brings the first one back', () => {
      const coming = create();
      coming.note(FIRST);
      leave();
      expect(coming.show(true)).toBeUndefined();
    });
  });

  it('hides a message already shown when the browser brings the document back', () => {
    create(FIRST);
    browser.dispatchEvent(new Event('pageshow'));
    expect(flash.get()).toBe(FIRST);
    browser.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(flash.get()).toBeUndefined();
  });
});
