import { Combobox } from './combobox.ts';
import { sendPointedChoices } from './pointed-choices.ts';

const FIELDS = '.search-form input[name=query]';

/** Where a slash is a letter. */
const TYPED_IN = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]';

/** What the frame around a page says for who has switched such keys off. */
const KEYS_OFF = '[data-keys=off]';

/** Offers completions in each field of search, from when it has the focus on; a slash leads there. What is chosen with a pointer is sent. */
export function start(): void {
  sendPointedChoices();
  document.addEventListener('keydown', goToField);
  const attach = ({ target }: { readonly target: EventTarget | null }): void => {
    if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return;
    if (target.role !== 'combobox') new Combobox(target).attach();
  };
  document.addEventListener('focusin', attach);
  // The field may have the focus already when this code arrives.
  attach({ target: document.activeElement });
}

function goToField(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (key !== '/' || ctrlKey || metaKey || altKey) return;
  const field = document.querySelector<HTMLInputElement>(FIELDS);
  if (!field || (target as Element).closest(TYPED_IN) || document.querySelector(KEYS_OFF)) return;
  event.preventDefault();
  if (!field.checkVisibility()) field.form?.querySelector<HTMLElement>('.fold')?.click();
  field.select();
  field.focus();
}
