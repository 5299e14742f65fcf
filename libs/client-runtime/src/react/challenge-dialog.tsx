import type { ReactNode } from 'react';
import type { Challenge } from '../actions/challenge.ts';
import { runtimeTexts } from '../runtime-texts.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { openDialog } from './open-dialog.ts';
import { OutcomeInPlace } from './outcome-in-place.tsx';

export function ChallengeDialog({ title, outcome, answer }: Challenge): ReactNode {
  return (
    <dialog
      ref={openDialog}
      className="challenge-dialog"
      aria-label={title}
      onClose={() => answer(false)}
    >
      <ErrorBoundary>
        <OutcomeInPlace outcome={outcome} />
      </ErrorBoundary>
      <form method="dialog">
        <button>{runtimeTexts.close ?? 'Close'}</button>
      </form>
    </dialog>
  );
}
