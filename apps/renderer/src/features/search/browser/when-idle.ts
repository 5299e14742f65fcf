import { Combobox } from './combobox.ts';

const FIELDS = '.search-form input[name=query]';

/** Offers completions in each field of search, from when it has the focus on. */
export function start(): void {
  const attach = ({ target }: { readonly target: EventTarget | null }): void => {
    if (!(target instanceof HTMLInputElement) || !target.matches(FIELDS)) return;
    if (target.role !== 'combobox') new Combobox(target).attach();
  };
  document.addEventListener('focusin', attach);
  // The field may have the focus already when this code arrives.
  attach({ target: document.activeElement });
}
