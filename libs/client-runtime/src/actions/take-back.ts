import { SUBMIT_FAILED } from '../history/watch-changes.ts';

/**
 * Stores what a form holds with the history entry, because it was not accepted or has not arrived.
 * Hidden fields are left out: their values may be older than the next document.
 */
export function takeBack(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!field.matches('select,textarea,input:not([type=hidden])')) continue;
    field.dispatchEvent(new Event(SUBMIT_FAILED, { bubbles: true }));
  }
}
