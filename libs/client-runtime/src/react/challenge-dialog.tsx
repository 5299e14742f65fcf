import type { ReactNode } from 'react';
import type { Challenge } from '../actions/challenge.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { OutcomeInPlace } from './outcome-in-place.tsx';

export function ChallengeDialog({ title, outcome, answer }: Challenge): ReactNode {
  return (
    <dialog
      ref={open}
      className="challenge-dialog"
      aria-label={title}
      onClose={() => answer(false)}
    >
      <ErrorBoundary>
        <OutcomeInPlace outcome={outcome} />
      </ErrorBoundary>
      <form method="dialog">
        <button>Close</button>
      </form>
    </dialog>
  );
}

/**
 * Opens the dialog and returns the function that closes it. Closing returns the focus; removing the
 * dialog alone does not.
 */
export function open(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
