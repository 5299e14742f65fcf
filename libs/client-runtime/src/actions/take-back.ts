import { UNSENT } from '../history/watch-changes.ts';

/**
 * What was sent has not been accepted, or has not arrived: all that the form held is remembered with the entry, as
 * what was typed is. Not what nobody types: that may be older than the next document.
 */
export function takeBack(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!field.matches('select,textarea,input:not([type=hidden])')) continue;
    field.dispatchEvent(new Event(UNSENT, { bubbles: true }));
  }
}
