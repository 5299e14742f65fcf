import { useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Router } from '../navigation/router.ts';

interface LeaveDialogProps {
  readonly router: Router;
}

const QUESTION_ID = 'leave-question';

/** What is asked before something unsaved is lost; nothing while nothing is. */
export function LeaveDialog({ router }: LeaveDialogProps): ReactNode {
  const { get, subscribe, answer } = router.blocker;
  const question = useSyncExternalStore(subscribe, get, get);
  return (
    question && (
      <dialog
        ref={open}
        className="leave-dialog"
        aria-labelledby={QUESTION_ID}
        // By a click beside it.
        closedby="any"
        onClose={({ currentTarget }) => answer(!!currentTarget.returnValue)}
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
function open(dialog: HTMLDialogElement): () => void {
  dialog.showModal();
  return () => dialog.close();
}
