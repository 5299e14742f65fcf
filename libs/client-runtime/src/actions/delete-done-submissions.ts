import { documentPayloadId } from '#shared';
import type { ActionState } from '#shared';
import type { Submissions } from './submissions.ts';

export interface ForgetDoneParts {
  readonly window: Window;
  readonly submissions: Pick<Submissions, 'get' | 'set'>;
  /** What became of the form that led to the document. */
  readonly action?: ActionState;
}

/**
 * Forgets what was done on all pages but that of a stay: a result may be what is shown only once (ADR 26), and its page
 * is kept for back and forward. What was not done stays with what was typed.
 */
export type ForgetDone = (stay?: number) => void;

/** With the document all is forgotten: the browser may bring it back. */
export function createForgetDone({ window, submissions, action }: ForgetDoneParts): ForgetDone {
  const { get, set } = submissions;
  const forgetDone: ForgetDone = (stay) => {
    const all = get();
    const others = all.filter(({ of, status }) => status !== 'done' || of.stay === stay);
    if (others.length < all.length) set(others);
  };
  if (action?.status === 'done') {
    // Read by now, and it would have the result for as long as the document lives. The list has its own.
    window.document.getElementById(documentPayloadId)?.remove();
    Object.assign(action, { result: undefined });
  }
  window.addEventListener('pagehide', () => forgetDone());
  return forgetDone;
}
