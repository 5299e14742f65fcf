import { beforeEach, describe, expect, it } from '@jest/globals';
import { toSending } from '../testing/sendings.ts';
import { createSubmissions } from './submissions.ts';
import type { Submissions } from './submissions.ts';
import type { Sending, SubmissionStatus } from './submission.ts';
import { createSetSubmission } from './set-submission.ts';

describe('Submissions', () => {
  const FORM = {};
  const OTHER = {};

  let submissions: Submissions;

  beforeEach(() => {
    submissions = createSubmissions();
  });

  function tell(sending: Sending, status: SubmissionStatus): void {
    createSetSubmission(submissions)(sending, { status, errors: {}, fields: {} });
  }

  const statusOf = (source?: object, stay = 0): string | undefined =>
    submissions.find('add', stay, source)?.status;

  it('find the submission of each form, and the last sent one when no form is named', () => {
    expect([statusOf(), statusOf(FORM)]).toEqual([undefined, undefined]);
    tell(toSending({ source: FORM }), 'failed');
    tell(toSending({ source: OTHER }), 'sending');
    expect([statusOf(FORM), statusOf(OTHER), statusOf()]).toEqual(['failed', 'sending', 'sending']);
  });

  it('find the last submission of a form, even when an earlier one settles after it', () => {
    const first = toSending({ source: FORM });
    tell(first, 'sending');
    tell(toSending({ source: FORM }), 'sending');
    tell(first, 'done');
    expect(statusOf(FORM)).toBe('sending');
  });

  it('keep all submissions of a form that are under way, and the last settled one', () => {
    const first = toSending({ source: FORM });
    tell(first, 'sending');
    tell(toSending({ source: FORM }), 'waiting');
    expect(submissions.get()).toHaveLength(2);
    tell(first, 'done');
    tell(toSending({ source: FORM }), 'sending');
    expect(submissions.get().map(({ status }) => status)).toEqual(['waiting', 'sending']);
  });

  it('find no submission of another page or another action', () => {
    tell(toSending({ source: FORM }), 'done');
    tell(toSending({ source: FORM, name: 'remove' }), 'sending');
    expect(statusOf(undefined, 1)).toBeUndefined();
    expect(statusOf(FORM)).toBeUndefined();
  });

  it('forget a submission whose state is removed', () => {
    const sending = toSending();
    tell(sending, 'sending');
    createSetSubmission(submissions)(sending);
    expect(submissions.get()).toEqual([]);
  });

  it('hold at most 50 submissions', () => {
    for (let index = 0; index < 60; index += 1) tell(toSending(), 'done');
    expect(submissions.get()).toHaveLength(50);
  });

  describe('the form that led to the document', () => {
    const ACTION = {
      name: 'add',
      status: 'invalid',
      errors: { note: ['Too long.'] },
      fields: { note: 'long' },
    } as const;

    beforeEach(() => {
      submissions = createSubmissions(ACTION);
    });

    it('has its errors found in every form of its action, and outside of forms', () => {
      const told = { status: 'invalid', errors: ACTION.errors, fields: ACTION.fields };
      expect(submissions.find('add', 0)).toMatchObject(told);
      expect(submissions.find('add', 0, FORM)).toMatchObject(told);
      expect(submissions.find('remove', 0)).toBeUndefined();
      expect(submissions.find('add', 1)).toBeUndefined();
    });

    it('is found no longer once a form of its action is sent', () => {
      tell(toSending({ source: FORM }), 'sending');
      expect([statusOf(FORM), statusOf(OTHER)]).toEqual(['sending', undefined]);
    });
  });
});
