import type { DeferredOutcome } from '#page-protocol';

/** A sign-in dialog. After the sign-in, the refused form or action is sent again. */
export interface Challenge {
  readonly title: string | undefined;
  readonly outcome: DeferredOutcome;
  /** Closes the dialog. Only the first call counts. */
  readonly answer: (isSignedIn: boolean) => void;
}

/**
 * Returns whether a form is inside the sign-in dialog. When such a form succeeds, the dialog closes
 * and the visitor stays on the page.
 */
export function isInSignInDialog(form: HTMLFormElement): boolean {
  return !!form.closest('.challenge-dialog');
}
