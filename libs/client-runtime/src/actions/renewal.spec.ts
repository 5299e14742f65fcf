import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSending } from '../testing/sendings.ts';
import { createRenewal } from './renewal.ts';
import { createSubmissions } from './submissions.ts';
import { createTell } from './tell.ts';

describe('a renewal', () => {
  let browser: FakeWindow;
  let agreed: boolean[];
  const submissions = createSubmissions();

  beforeEach(() => {
    browser = new FakeWindow();
    agreed = [];
  });

  const renew = (build = 'b1'): void =>
    createRenewal({
      window: browser.window,
      build,
      submissions,
      blocker: { answer: (isLeaving) => void agreed.push(isLeaving) },
    })();

  it('loads the document again, without a question', () => {
    renew();
    expect(browser.departures).toEqual(['reload http://localhost/']);
    expect(agreed).toEqual([true]);
  });

  it('does so once for each build', () => {
    renew();
    renew();
    renew('b2');
    expect(browser.departures).toHaveLength(2);
  });

  it('leaves it where nothing can be noted: it might go on for ever', () => {
    Object.defineProperty(browser, 'sessionStorage', {
      get: () => {
        throw new Error('SecurityError');
      },
    });
    renew();
    expect(browser.departures).toEqual([]);
  });

  it('waits until nothing is under way', () => {
    const sending = toSending();
    createTell(submissions)(sending, { status: 'waiting', errors: {}, fields: {} });
    renew();
    expect(browser.departures).toEqual([]);
    createTell(submissions)(sending, { status: 'done', errors: {}, fields: {} });
    renew();
    expect(browser.departures).toHaveLength(1);
  });
});
