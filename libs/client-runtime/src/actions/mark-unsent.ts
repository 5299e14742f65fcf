import { SUBMIT_FAILED } from '../history/watch-changes.ts';

/**
 * Makes the history entry's snapshot take the form's fields again, because the server has not
 * accepted them yet. Hidden fields are left out, because their values may be older than those of
 * the next document.
 */
export function markUnsent(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!field.matches('select,textarea,input:not([type=hidden])')) continue;
    field.dispatchEvent(new Event(SUBMIT_FAILED, { bubbles: true }));
  }
}
