/**
 * Submits the form of a filter bar as soon as an option of a `datalist` is chosen, which browsers
 * report as a replacement of the text.
 */
export function sendChosenOptions(): void {
  document.addEventListener('input', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !target.matches('.filter-field [list]')) return;
    const { inputType = 'insertReplacementText' } = event as Partial<InputEvent>;
    if (inputType === 'insertReplacementText') target.form?.requestSubmit();
  });
}
