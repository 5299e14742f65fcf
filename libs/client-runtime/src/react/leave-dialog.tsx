import type { ReactNode } from 'react';
import { runtimeTexts } from '../runtime-texts.ts';
import type { LeaveDialogProps } from './context.ts';
import { openDialog } from './open-dialog.ts';

export function LeaveDialog({ question, answer }: LeaveDialogProps): ReactNode {
  return (
    <dialog
      ref={openUntilClickBeside}
      className="leave-dialog"
      aria-label={question}
      onClose={({ currentTarget }) => answer(!!currentTarget.returnValue)}
    >
      <form method="dialog">
        <p>{question}</p>
        {/* The browser focuses the first button, so it is the harmless one. */}
        <button>{runtimeTexts.stay ?? 'Stay'}</button>
        <button value="leave">{runtimeTexts.leave ?? 'Leave'}</button>
      </form>
    </dialog>
  );
}

/**
 * Opens the dialog, and closes it at a click on its backdrop, which has the dialog as its target.
 * Not all browsers support `closedby`. The dialog has no padding, because a click there would close
 * it as well.
 */
function openUntilClickBeside(dialog: HTMLDialogElement): () => void {
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());
  return openDialog(dialog);
}
