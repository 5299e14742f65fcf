import type { DeferredOutcome } from '#shared';

/** The visitor is asked to sign in, so that what was refused can be sent again. */
export interface Challenge {
  readonly title: string | undefined;
  /** Of what was refused; its view's code is loaded. */
  readonly outcome: DeferredOutcome;
  /** Whether the visitor has signed in. The first answer counts. */
  readonly answer: (isSignedIn: boolean) => void;
}

/** Whether a form is in the dialog: it leads nowhere, but out of that once it is done. */
export function isAside(form: HTMLFormElement): boolean {
  return !!form.closest('.challenge-dialog');
}
