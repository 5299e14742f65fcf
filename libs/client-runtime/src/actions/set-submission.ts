import type { Sending, Submission } from './submission.ts';
import type { Submissions, SubmissionState } from './submissions.ts';

export type SetSubmission = (sending: Sending, submission?: Submission) => void;

const MAX_STATES = 50;

export const isUnderWay = ({ status }: Submission): boolean => /sending|waiting/.test(status);

export function createSetSubmission({ get, set }: Pick<Submissions, 'get' | 'set'>): SetSubmission {
  return (sending, submission) => {
    const { name, source } = sending;
    const all = get();
    const others = all.filter(({ of }) => of !== sending);
    if (!submission) {
      set(others);
      return;
    }
    const state: SubmissionState = { of: sending, ...submission };
    if (all.length > others.length) {
      set(all.map((each) => (each.of === sending ? state : each)));
      return;
    }
    // A new sending replaces settled states of the same source, and the state that came with the
    // document.
    const isKept = (each: SubmissionState): boolean =>
      isUnderWay(each) || (each.of.source ? each.of.source !== source : each.of.name !== name);
    set([...others.filter(isKept), state].slice(-MAX_STATES));
  };
}
