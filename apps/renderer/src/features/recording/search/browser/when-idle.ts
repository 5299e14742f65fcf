import { isSingleKey } from '../../../../ui/single-key.ts';
import { Combobox } from './combobox.ts';
import { sendChosenOptions } from './chosen-options.ts';
import { sendPointedChoices } from './pointed-choices.ts';
import { offerTypedChoices } from './typed-choices.ts';

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
