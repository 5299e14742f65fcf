import { beforeEach, describe, expect, it } from '@jest/globals';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSending } from '../testing/sendings.ts';
import { createRenewal } from './renewal.ts';
import { createSubmissions } from './submissions.ts';
import { createSetSubmission } from './set-submission.ts';

describe('a renewal', () => {
  let browser: FakeWindow;
  let agreed: boolean[];
  let told: unknown[];
  const submissions = createSubmissions();

  beforeEach(() => {
    browser = new FakeWindow();
    agreed = [];
    told = [];
  });

  const create = (build = 'b1'): ReturnType<typeof createRenewal> =>
    createRenewal({
      window: browser.window,
      build,
      submissions,
      blocker: { answer: (isLeaving) => void agreed.push(isLeaving) },
      note: (flash) => void told.push(flash),
    });

  const renew = (build?: string): void => create(build)();

  it('reloads the document without asking the visitor', () => {
    renew();
    expect(browser.departures).toEqual(['reload http://localhost/']);
    expect(agreed).toEqual([true]);
    expect(told).toEqual([]);
  });

  it('hands its message to the next document, and only when the document is reloaded', () => {
    create()('Not done.');
    create()('Not done either.');
    expect(told).toEqual([{ text: 'Not done.' }]);
  });

  it('hands its message to the next document even when it had to wait for a submission', () => {
    const again = create();
    const sending = toSending();
    const tell = createSetSubmission(submissions);
    tell(sending, { status: 'waiting', errors: {}, fields: {} });
    again('Not done.');
    expect(told).toEqual([]);
    tell(sending, { status: 'done', errors: {}, fields: {} });
    again();
    expect(told).toEqual([{ text: 'Not done.' }]);
  });

  it('reloads once for each build', () => {
    renew();
    renew();
    renew('b2');
    expect(browser.departures).toHaveLength(2);
  });

  it('does not reload where storage is forbidden, as reloads might never end', () => {
    Object.defineProperty(browser, 'sessionStorage', {
      get: () => {
        throw new Error('SecurityError');
      },
    });
    renew();
    expect(browser.departures).toEqual([]);
  });

  it('waits until no submission is under way', () => {
    const sending = toSending();
    createSetSubmission(submissions)(sending, { status: 'waiting', errors: {}, fields: {} });
    renew();
    expect(browser.departures).toEqual([]);
    createSetSubmission(submissions)(sending, { status: 'done', errors: {}, fields: {} });
    renew();
    expect(browser.departures).toHaveLength(1);
  });
});
