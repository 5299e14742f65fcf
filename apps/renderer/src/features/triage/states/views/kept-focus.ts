import { mainLandmarkId } from '../../../../rendering/views/index.ts';
import { listBoxes } from './list-boxes.ts';

/**
 * Buttons that replace each other. The pressed button disappears, so its counterpart gets the
 * focus.
 */
const COUNTERPARTS = new Map(Object.entries({ resolve: 'reopen', reopen: 'resolve' }));

interface Used {
  readonly control: HTMLElement;
  /**
   * The summary of the menu around the control. A removed control has no ancestors, so the summary
   * is looked up on submit.
   */
  readonly summary: HTMLElement | null | undefined;
  readonly row: number;
  /**
   * True when the reader used the keyboard. The page may scroll to the new focus only in this case.
   */
  readonly isVisible: boolean;
}

/**
 * Keeps the focus on the control that was used in a triage bar. When the control disappears, the
 * focus goes to the control's menu, its counterpart, the row in its place or the page. Returns a
 * function that stops this.
 */
export function keepFocus(bar: HTMLElement): () => void {
  const form = bar.closest('form');
  if (!form) return () => undefined;
  let used: Used | undefined;
  const remember = (control: HTMLElement, row: number): void => {
    for (const each of bar.querySelectorAll<HTMLElement>('[data-row]')) delete each.dataset['row'];
    const summary = control.closest('.menu')?.querySelector('summary');
    used = {
      control,
      summary,
      row: Math.max(0, row),
      isVisible: control.matches(':focus-visible'),
    };
  };
  // A key names the row on the button that it presses, since this code may not be loaded yet.
  const pressed = bar.querySelector<HTMLElement>('[data-row]');
  if (pressed) remember(pressed, Number(pressed.dataset['row']));
  let isMovingFocus = false;
  const rememberControl = ({ submitter }: SubmitEvent): void => {
    const { activeElement } = document;
    const control = bar.contains(activeElement) ? activeElement : submitter;
    if (!(control instanceof HTMLElement) || !bar.contains(control)) return;
    remember(
      control,
      listBoxes(form).findIndex(({ checked }) => checked),
    );
  };
  const forgetControl = (): void => {
    if (!isMovingFocus) used = undefined;
  };
  const restoreFocus = (): void => {
    if (!used || !isLost()) return;
    const next = listSuccessors(used, bar, form).find((each) => each?.checkVisibility());
    isMovingFocus = true;
    next?.focus({ preventScroll: !used.isVisible || next.id === mainLandmarkId });
    isMovingFocus = false;
  };
  // `reset` fires before the form is reset.
  const restoreAfterReset = (): void => queueMicrotask(restoreFocus);
  const changes = new MutationObserver(restoreFocus);
  changes.observe(form, { childList: true, subtree: true });
  form.addEventListener('submit', rememberControl);
  form.addEventListener('reset', restoreAfterReset);
  document.addEventListener('focusin', forgetControl);
  document.addEventListener('pointerdown', forgetControl);
  restoreFocus();
  return () => {
    changes.disconnect();
    form.removeEventListener('submit', rememberControl);
    form.removeEventListener('reset', restoreAfterReset);
    document.removeEventListener('focusin', forgetControl);
    document.removeEventListener('pointerdown', forgetControl);
    restoreFocus();
  };
}

function isLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || !activeElement.checkVisibility();
}

function listSuccessors(
  { control, summary, row }: Used,
  bar: HTMLElement,
  form: HTMLFormElement,
): (HTMLElement | null | undefined)[] {
  const value = control instanceof HTMLButtonElement ? COUNTERPARTS.get(control.value) : undefined;
  const boxes = listBoxes(form);
  return [
    control,
    summary,
    ...(value === undefined ? [] : [bar.querySelector<HTMLElement>(`button[value=${value}]`)]),
    boxes[row] ?? boxes.at(-1),
    document.getElementById(mainLandmarkId),
  ];
}
