import type { PageData } from '#page-protocol';
import type { CodeLoader } from '../code/code-loader.ts';
import type { OwnObservable } from '../observable.ts';
import type { Challenge } from './challenge.ts';

export interface AskParts {
  readonly window: Window;
  readonly challenge: OwnObservable<Challenge | undefined>;
  readonly code: Pick<CodeLoader, 'load'>;
}

/**
 * Opens a sign-in dialog with the view of the server's refusal. Later refusals share the open
 * dialog. Resolves with whether the visitor has signed in. Resolves with false when the view's code
 * cannot load.
 */
export type AskToSignIn = (answer: PageData) => Promise<boolean>;

export function createAskToSignIn({ window, challenge, code }: AskParts): AskToSignIn {
  const { document } = window;
  let asking: Promise<boolean> | undefined;

  const ask = async ({ status, segments }: PageData): Promise<boolean> => {
    const outcome = segments.at(-1);
    if (!outcome || !(await code.load([outcome]))) return false;
    return new Promise((resolve) => {
      const made: Challenge = {
        title: outcome.head.title,
        outcome: { ...outcome, status, data: outcome.data },
        answer(isSignedIn) {
          if (challenge.get() !== made) return;
          challenge.set(undefined);
          document.removeEventListener('click', leaveByLink);
          resolve(isSignedIn);
        },
      };
      // Closes the dialog when the visitor follows a link in it, because the next page would appear
      // behind the dialog.
      const leaveByLink = ({ target }: Event): void => {
        if ((target as Element).closest('dialog a')) made.answer(false);
      };
      document.addEventListener('click', leaveByLink);
      challenge.set(made);
    });
  };

  return (answer) =>
    (asking ??= ask(answer).finally(() => {
      asking = undefined;
    }));
}
