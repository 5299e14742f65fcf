import { isSingleKey } from '../../../../ui/single-key.ts';
import { Combobox } from './combobox.ts';
import { offerTypedChoices } from './typed-choices.ts';

const CHOICES = '.search-form select';

const FIELDS = 'form[role=search] input[name=query]';

/**
 * Attaches completions to each search field when the field gets the focus. The slash key moves the
 * focus to the field.
 */
export function start(): void {
  sendPointedChoices();
  sendChosenOptions();
  offerTypedChoices();
  document.addEventListener('keydown', goToField);
  const attach = ({ target }: { readonly target: EventTarget | null }): void => {
    if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return;
    if (target.role !== 'combobox') new Combobox(target).attach();
  };
  document.addEventListener('focusin', attach);
  // The field may already have the focus when this script arrives.
  attach({ target: document.activeElement });
}

function goToField(event: KeyboardEvent): void {
  if (event.key !== '/' || !isSingleKey(event)) return;
  const field = document.querySelector<HTMLInputElement>(FIELDS);
  if (!field) return;
  event.preventDefault();
  if (!field.checkVisibility()) field.form?.querySelector<HTMLElement>('.fold')?.click();
  field.select();
  field.focus();
}

/**
 * Submits the form of a filter bar as soon as an option of a `datalist` is chosen, which browsers
 * report as a replacement of the text. Listens before React, which keeps events of waiting parts
 * from the document.
 */
function sendChosenOptions(): void {
  const send = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !target.matches('.filter-field [list]')) return;
    const { inputType = 'insertReplacementText' } = event as Partial<InputEvent>;
    if (inputType === 'insertReplacementText') target.form?.requestSubmit();
  };
  document.addEventListener('input', send, true);
}

/**
 * Submits the form of a list as soon as a pointer chooses an option. Keyboard choices do not
 * submit, because each step through a select is a choice.
 */
function sendPointedChoices(): void {
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
