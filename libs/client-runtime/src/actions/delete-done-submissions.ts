import { documentPayloadId } from '#page-protocol';
import type { ActionState } from '#page-protocol';
import { isUnderWay } from './set-submission.ts';
import type { Submissions, SubmissionState } from './submissions.ts';

export interface ForgetDoneParts {
  readonly window: Window;
  readonly submissions: Pick<Submissions, 'get' | 'set'>;
  readonly action?: ActionState;
}

/**
 * Deletes submissions that are done, except those from this `stay` (a visitor's stay on a page, see
 * `Scene`). A result may be a secret that is shown only once, and hidden pages stay in the document
 * for back and forward. Others stay as long as
 * their form is in the document, because they hold typed input.
 */
export type ForgetDone = (stay?: number) => void;

/**
 * Deletes all done submissions on `pagehide` too, because the back/forward cache may show this
 * document again.
 */
export function createForgetDone({ window, submissions, action }: ForgetDoneParts): ForgetDone {
  const { get, set } = submissions;
  const deleteDoneSubmissions: ForgetDone = (stay) => {
    const all = get();
    const isGone = ({ of }: SubmissionState): boolean => 'form' in of && !of.form?.isConnected;
    const others = all.filter((each) =>
      each.status === 'done' ? each.of.stay === stay : isUnderWay(each) || !isGone(each),
    );
    if (others.length < all.length) set(others);
  };
  if (action?.status === 'done') {
    // The payload would hold the result as long as the document lives. The submissions have their
    // own copy.
    window.document.getElementById(documentPayloadId)?.remove();
    Object.assign(action, { result: undefined });
  }
  window.addEventListener('pagehide', () => deleteDoneSubmissions());
  return deleteDoneSubmissions;
}
