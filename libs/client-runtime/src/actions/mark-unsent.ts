import { SUBMIT_FAILED } from '../history/watch-changes.ts';

/**
 * Makes later snapshots of the history entry include the form's fields, because the server has not
 * accepted them. Hidden fields are excluded, because the next document may have newer values for
 * them.
 */
export function markUnsent(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!field.matches('select,textarea,input:not([type=hidden])')) continue;
    field.dispatchEvent(new Event(SUBMIT_FAILED, { bubbles: true }));
  }
}
