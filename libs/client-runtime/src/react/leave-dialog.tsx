import type { ReactNode } from 'react';
import type { Router } from '../router/router.ts';
import { useObservable } from './use-observable.ts';

interface LeaveDialogProps {
  readonly router: Router;
}

const QUESTION_ID = 'leave-question';

export function LeaveDialog({ router }: LeaveDialogProps): ReactNode {
  const { blocker } = router;
  const question = useObservable(blocker);
  return (
    question && (
      <dialog
        ref={openUntilClickBeside}
        className="leave-dialog"
        aria-labelledby={QUESTION_ID}
        onClose={({ currentTarget }) => blocker.answer(!!currentTarget.returnValue)}
      >
        <form method="dialog">
          <p id={QUESTION_ID}>{question}</p>
          {/* The browser focuses the first button, so it is the harmless one. */}
          <button>Stay</button>
          <button value="leave">Leave</button>
        </form>
      </dialog>
    )
  );
}

/**
 * Opens the dialog, and closes it at a click on its backdrop. Not all browsers support `closedby`.
 * A click on the backdrop has the dialog as its target.
 */
function openUntilClickBeside(dialog: HTMLDialogElement): () => void {
  const closeBeside = ({ target, clientX: x, clientY: y }: MouseEvent): void => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isBeside = x < left || x > right || y < top || y > bottom;
    if (target === dialog && isBeside) dialog.close();
  };
  dialog.addEventListener('click', closeBeside);
  const close = open(dialog);
  return () => {
    dialog.removeEventListener('click', closeBeside);
    close();
  };
}

/**
 * Opens the dialog and returns the function that closes it. Closing returns the focus; removing the
 * dialog alone does not.
 */
export function open(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
