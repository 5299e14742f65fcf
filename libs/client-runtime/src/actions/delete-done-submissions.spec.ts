import { beforeEach, describe, expect, it } from '@jest/globals';
import { documentPayloadId } from '#page-protocol';
import type { ActionState } from '#page-protocol';
import { FakeDocument } from '../testing/fake-document.ts';
import { FakeWindow } from '../testing/fake-window.ts';
import { toSending } from '../testing/sendings.ts';
import { createForgetDone } from './delete-done-submissions.ts';
import type { ForgetDone } from './delete-done-submissions.ts';
import { createSubmissions } from './submissions.ts';
import type { Submissions } from './submissions.ts';
import type { SubmissionStatus } from './submission.ts';
import { createSetSubmission } from './set-submission.ts';

describe('ForgetDone', () => {
  let browser: FakeWindow;
  let page: FakeDocument;
  let submissions: Submissions;
  let forgetDone: ForgetDone;

  function open(action?: ActionState): void {
    browser = new FakeWindow();
    page = new FakeDocument();
    page.add('script', { id: documentPayloadId });
    browser.document = page;
    submissions = createSubmissions(action);
    forgetDone = createForgetDone({
      window: browser.window,
      submissions,
      ...(action && { action }),
    });
  }

  beforeEach(() => open());

  function tell(stay: number, status: SubmissionStatus): void {
    const state = { status, errors: {}, fields: {}, result: { link: 'a secret' } };
    createSetSubmission(submissions)(toSending({ stay }), state);
  }

  const list = (): unknown[] => submissions.get().map(({ of, status }) => [of.stay, status]);

  it.each([
    ['of every page but the shown one', 1, [[1, 'done']]],
    ['where another page stands in place of the requested one', undefined, []],
  ])('forgets done submissions %s', (_where, shown, left) => {
    tell(0, 'done');
    tell(1, 'done');
    forgetDone(shown);
    expect(list()).toEqual(left);
    expect(submissions.find('add', 0)).toBeUndefined();
  });

  it.each<SubmissionStatus>(['sending', 'waiting', 'invalid', 'failed'])(
    'keeps a submission that is %s, on any page',
    (status) => {
      tell(0, status);
      forgetDone(1);
      expect(list()).toEqual([[0, status]]);
    },
  );

  it('forgets a refused form that is no longer in the document, whose page it would keep alive', () => {
    for (const isConnected of [true, false]) {
      const sending = Object.assign(toSending(), { form: { isConnected } });
      const state = { status: 'invalid', errors: {}, fields: {} } as const;
      createSetSubmission(submissions)(sending, state);
    }
    forgetDone(0);
    expect(submissions.get().map(({ of }) => of)).toMatchObject([{ form: { isConnected: true } }]);
  });

  it('notifies no listener when there is nothing to forget', () => {
    tell(0, 'done');
    let told = 0;
    submissions.subscribe(() => (told += 1));
    forgetDone(0);
    expect(told).toBe(0);
  });

  it('forgets done submissions when the document is left, as the browser may bring it back', () => {
    tell(0, 'done');
    browser.dispatchEvent(new Event('pagehide'));
    expect(list()).toEqual([]);
  });

  describe('a document that a form led to', () => {
    const DONE = { name: 'add', status: 'done', errors: {}, fields: {} } as const;

    it('loses its payload after a done action, and keeps the result for the page alone', () => {
      const action: ActionState = { ...DONE, result: { link: 'a secret' } };
      open(action);
      expect(page.getElementById(documentPayloadId)).toBeNull();
      expect(action.result).toBeUndefined();
      expect(submissions.find('add', 0)?.result).toEqual({ link: 'a secret' });
      forgetDone(1);
      expect(submissions.get()).toEqual([]);
    });

    it('keeps its payload when the action was not done', () => {
      open({ ...DONE, status: 'invalid' });
      expect(page.getElementById(documentPayloadId)).not.toBeNull();
    });
  });
});
