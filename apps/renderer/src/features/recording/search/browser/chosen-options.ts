/**
 * Submits the form of a filter bar as soon as an option of a `datalist` is chosen, which browsers
 * report as a replacement of the text. Listens before React, which keeps events of waiting parts
 * from the document.
 */
export function sendChosenOptions(): void {
  const send = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !target.matches('.filter-field [list]')) return;
    const { inputType = 'insertReplacementText' } = event as Partial<InputEvent>;
    if (inputType === 'insertReplacementText') target.form?.requestSubmit();
  };
  document.addEventListener('input', send, true);
}
