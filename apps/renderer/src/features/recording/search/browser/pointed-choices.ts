const CHOICES = '.search-form select';

/** Sends the form of a list as soon as something is chosen with a pointer: with the keyboard each step through a select chooses. */
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
