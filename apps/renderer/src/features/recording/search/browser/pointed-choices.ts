const CHOICES = '.search-form select';

/**
 * Submits the form of a list as soon as a pointer chooses an option. Keyboard choices do not
 * submit, because each step through a select is a choice.
 */
export function sendPointedChoices(): void {
  let isPointing = false;
  const options = { capture: true };
  document.addEventListener('keydown', () => (isPointing = false), options);
  document.addEventListener(
    'pointerdown',
    ({ target }) => (isPointing = target instanceof Element && target.matches(CHOICES)),
    options,
  );
  document.addEventListener('change', ({ target }) => {
    if (!isPointing || !(target instanceof HTMLSelectElement) || !target.matches(CHOICES)) return;
    isPointing = false;
    target.form?.requestSubmit();
  });
}
