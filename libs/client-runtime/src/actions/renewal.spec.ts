import { beforeEach, describe, expect, it } from '@jest/globals';
import { pageDataHeaders } from '#page-protocol';
import type { Snapshot } from '../history/element-state.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSending } from '../testing/sendings.ts';
import { fresh } from '../../../../test/support/fresh.ts';
import { createRenewal } from './renewal.ts';
import { createSubmissions } from './submissions.ts';
import type { SubmissionStatus } from './submission.ts';
import { createSetSubmission } from './set-submission.ts';

describe('a renewal', () => {
  const NOT_DONE = {
    text: 'Nothing was done: the page had to be loaded again. Check it, and send it again.',
  };

  const browser = fresh(() => new FakeWindow());
  const submissions = fresh(() => createSubmissions());
  let agreed: boolean[];
  let told: unknown[];
  let reloads: number;
  let typed: Snapshot;
  let fields: unknown[];
  let isBlocking: boolean;

  beforeEach(() => {
    agreed = [];
    told = [];
    reloads = 0;
    typed = [];
    browser.document = {
      hidden: false,
      querySelectorAll: () => fields,
    };
    fields = [];
    isBlocking = false;
  });

  const create = (build = 'b1'): ReturnType<typeof createRenewal> =>
    createRenewal({
      window: browser.window,
      build,
      submissions,
      blocker: { answer: (isLeaving) => void agreed.push(isLeaving), isBlocking: () => isBlocking },
      snapshots: { take: () => typed },
      note: (flash) => void told.push(flash),
      onReload: () => void (reloads += 1),
    });

  const renew = (build?: string): void => create(build)('b3');

  const tell = (status: SubmissionStatus, sending = toSending(), rest = {}): void =>
    createSetSubmission(submissions)(sending, { status, errors: {}, fields: {}, ...rest });

  it('reloads the document without asking the visitor', () => {
    renew();
    expect(browser.departures).toEqual(['reload http://localhost/']);
    expect(agreed).toEqual([true]);
    expect(told).toEqual([]);
  });

  it('hands its message to the next document, and only when the document is reloaded', () => {
    create()('b3', true);
    create()('b3', true);
    expect(told).toEqual([NOT_DONE]);
  });

  it('hands its message to the next document even when it had to wait for a submission', () => {
    const again = create();
    const sending = toSending();
    tell('waiting', sending);
    again('b3', true);
    expect(told).toEqual([]);
    tell('done', sending);
    again('b3');
    expect(told).toEqual([NOT_DONE]);
  });

  it('reloads once for each build', () => {
    renew();
    renew();
    renew('b2');
    expect(browser.departures).toHaveLength(2);
    expect(reloads).toBe(2);
  });

  it.each([null, undefined])('reloads each time after an answer of the build %s', (build) => {
    for (const isNotDone of [true, false]) create()(build, isNotDone);
    expect(browser.departures).toHaveLength(2);
    expect(told).toEqual([NOT_DONE]);
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

  describe('nobody waits for', () => {
    const answer = new Response(null, { status: 409, headers: { [pageDataHeaders.build]: 'b3' } });

    it.each<[string, Snapshot, number]>([
      ['at once when nothing is typed', [['details', 0, true]], 1],
      ['once its tab is hidden when a note is typed', [['[name=note]', 0, 'typed']], 0],
    ])('reloads %s', (_when, left, departures) => {
      typed = left;
      create()(answer);
      expect(browser.departures).toHaveLength(departures);
      Object.assign(browser.document as object, { hidden: true });
      browser.dispatchEvent(new Event('visibilitychange'));
      expect(browser.departures).toHaveLength(1);
    });

    it('reloads once for each build, at once in a tab that is hidden', () => {
      typed = [['[name=note]', 0, 'typed']];
      browser.document = { hidden: true, querySelectorAll: () => fields };
      for (const status of [401, 409, 409]) {
        create()(new Response(null, { status, headers: answer.headers }));
      }
      expect(browser.departures).toHaveLength(1);
    });
  });

  it.each([
    ['of a form', 'b3'],
    ['nobody waits for', new Response(null, { status: 409 })],
  ])('%s stays while a typed password or the result of an action would be lost', (_, answer) => {
    fields = [{ type: 'password', value: 'typed', defaultValue: '' }];
    create()(answer);
    fields = [];
    tell('done', toSending(), { result: 'a secret', isOnce: true });
    create()(answer);
    expect(browser.departures).toEqual([]);
    create()('b3', true);
    expect(browser.departures).toHaveLength(1);
  });

  const GONE = 'The sign-in changed. What was typed here and not sent is gone.';

  it.each<[string, Snapshot, unknown[]]>([
    ['says nothing where nothing was typed', [['details', 0, true]], []],
    ['says what is gone of a note', [['textarea', 0, 'a']], [{ text: GONE }]],
  ])('a document of another visitor loads again, and %s', (_what, left, said) => {
    create()(left);
    expect(told).toEqual(said);
    expect(browser.departures).toHaveLength(1);
  });

  it('reloads also where an action has a result that can be loaded again', () => {
    tell('done', toSending(), { result: { count: 1 } });
    renew();
    expect(browser.departures).toHaveLength(1);
  });

  it('waits until no submission is under way', () => {
    const sending = toSending();
    tell('waiting', sending);
    renew();
    expect(browser.departures).toEqual([]);
    tell('done', sending);
    renew();
    expect(browser.departures).toHaveLength(1);
  });
});
