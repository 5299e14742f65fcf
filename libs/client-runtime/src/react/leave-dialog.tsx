import type { ReactNode } from 'react';
import type { Router } from '../navigation/router.ts';
import { useObservable } from './use-observable.ts';

interface LeaveDialogProps {
  readonly router: Router;
}

const QUESTION_ID = 'leave-question';

/** What is asked before something unsaved is lost; nothing while nothing is. */
export function LeaveDialog({ router }: LeaveDialogProps): ReactNode {
  const { blocker } = router;
  const question = useObservable(blocker);
  return (
    question && (
      <dialog
        ref={open}
        className="leave-dialog"
        aria-labelledby={QUESTION_ID}
        // By a click beside it.
        closedby="any"
        onClose={({ currentTarget }) => blocker.answer(!!currentTarget.returnValue)}
      >
        <form method="dialog">
          <p id={QUESTION_ID}>{question}</p>
          {/* The browser gives the focus to the first. */}
          <button>Stay</button>
          <button value="leave">Leave</button>
        </form>
      </dialog>
    )
  );
}

/** Returns what gives the focus back: a dialog that is only removed does not. */
export function open(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
