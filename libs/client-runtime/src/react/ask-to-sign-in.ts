import type { AbsoluteTitle, PageData } from '#page-protocol';
import type { CodeLoader } from '../code/code-loader.ts';
import type { OwnObservable } from '../observable.ts';
import type { AskToSignIn, Challenge } from '../actions/challenge.ts';
import { ChallengeDialog } from './challenge-dialog.tsx';

export interface AskParts {
  readonly window: Window;
  readonly challenge: OwnObservable<Challenge | undefined>;
  readonly code: Pick<CodeLoader, 'load'>;
}

export function createAskToSignIn({ window, challenge, code }: AskParts): AskToSignIn {
  const { document } = window;
  let asking: Promise<boolean> | undefined;

  const ask = async ({ status, segments }: PageData): Promise<boolean> => {
    const outcome = segments.at(-1);
    if (!outcome || !(await code.load([outcome]))) return false;
    const title = outcome.head.title as (string & Partial<AbsoluteTitle>) | undefined;
    return new Promise((resolve) => {
      const made: Challenge = {
        dialog: ChallengeDialog,
        title: title?.absolute ?? title,
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
