import type { ReactNode } from 'react';
import type { Challenge } from '../actions/challenge.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { open } from './leave-dialog.tsx';
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
