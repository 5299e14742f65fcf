import type { Sending, Submission } from './submission.ts';
import type { Submissions, SubmissionState } from './submissions.ts';

/** Says how far something has come; nothing of it: it is not told of any longer. */
export type Tell = (sending: Sending, submission?: Submission) => void;

/** More than any page has forms. */
const MOST_STATES = 50;

export const isUnderWay = ({ status }: Submission): boolean => /sending|waiting/.test(status);

export function createTell({ get, set }: Pick<Submissions, 'get' | 'set'>): Tell {
  return (sending, submission) => {
    const { name, source } = sending;
    const all = get();
    const others = all.filter(({ of }) => of !== sending);
    if (!submission) {
      set(others);
      return;
    }
    const state: SubmissionState = { of: sending, ...submission };
    if (others.length < all.length) {
      set(all.map((each) => (each.of === sending ? state : each)));
      return;
    }
    // What has settled of the same source gives way to it, and what came with the document.
    const isOld = (each: SubmissionState): boolean =>
      !isUnderWay(each) && (each.of.source ? each.of.source === source : each.of.name === name);
    set([...others.filter((each) => !isOld(each)), state].slice(-MOST_STATES));
  };
}
