import type { DeferredOutcome, PageData } from '#page-protocol';

/** A sign-in dialog. After the sign-in, the refused form or action is sent again. */
export interface Challenge {
  /** The component that shows the challenge. Its code comes with the first one. */
  readonly dialog: unknown;
  readonly title: string | undefined;
  readonly outcome: DeferredOutcome;
  /** Closes the dialog. Only the first call counts. */
  readonly answer: (isSignedIn: boolean) => void;
}

/**
 * Opens a sign-in dialog with the view of the server's refusal. Later refusals share the open
 * dialog. Resolves with whether the visitor has signed in. Resolves with false when the view's code
 * cannot load.
 */
export type AskToSignIn = (answer: PageData) => Promise<boolean>;

/**
 * Returns whether a form is inside the sign-in dialog. When such a form succeeds, the dialog closes
 * and the visitor stays on the page.
 */
export function isInSignInDialog(form: HTMLFormElement): boolean {
  return !!form.closest('.challenge-dialog');
}
