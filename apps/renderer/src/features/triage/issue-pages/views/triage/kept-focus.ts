import { mainLandmarkId } from '../../../../../ui/main-landmark.tsx';
import { listBoxes } from './list-boxes.ts';

/** A pressed button goes; the button that takes its press back gets the focus. */
const COUNTERPARTS: Readonly<Record<string, string>> = { resolve: 'reopen', reopen: 'resolve' };

interface Used {
  readonly control: HTMLElement;
  /** Of the menu that it is in: once the control has gone, it is in none. */
  readonly summary: HTMLElement | null | undefined;
  /** The place of the first selected row among all. */
  readonly row: number;
  /** By the keyboard: then the page may scroll to where the focus goes. */
  readonly isVisible: boolean;
}

/**
 * The focus stays on the control of a triage bar that was used. Where that has gone or is not seen any longer, it goes to what took
 * its place: its menu, its counterpart, the row that came up, or else the page. Returns what ends that.
 */
export function keepFocus(bar: HTMLElement): () => void {
  const form = bar.closest('form');
  if (!form) return () => undefined;
  let used: Used | undefined;
  let isLeading = false;
  const note = ({ submitter }: SubmitEvent): void => {
    const { activeElement } = document;
    const control = bar.contains(activeElement) ? activeElement : submitter;
    if (!(control instanceof HTMLElement) || !bar.contains(control)) return;
    const row = Math.max(
      0,
      listBoxes(form).findIndex(({ checked }) => checked),
    );
    const summary = control.closest('.menu')?.querySelector('summary');
    used = { control, summary, row, isVisible: control.matches(':focus-visible') };
  };
  /** A reader who has moved the focus elsewhere keeps it there. */
  const forget = (): void => {
    if (!isLeading) used = undefined;
  };
  const lead = (): void => {
    if (!used || !isLost()) return;
    const next = listSuccessors(used, bar, form).find((each) => each?.checkVisibility());
    isLeading = true;
    next?.focus({ preventScroll: !used.isVisible || next.id === mainLandmarkId });
    isLeading = false;
  };
  // A form is reset after it has said so.
  const leadAfterReset = (): void => queueMicrotask(lead);
  const changes = new MutationObserver(lead);
  changes.observe(form, { childList: true, subtree: true });
  form.addEventListener('submit', note);
  form.addEventListener('reset', leadAfterReset);
  document.addEventListener('focusin', forget);
  document.addEventListener('pointerdown', forget);
  return () => {
    changes.disconnect();
    form.removeEventListener('submit', note);
    form.removeEventListener('reset', leadAfterReset);
    document.removeEventListener('focusin', forget);
    document.removeEventListener('pointerdown', forget);
    lead();
  };
}

function isLost(): boolean {
  const { activeElement, body } = document;
  return !activeElement || activeElement === body || !activeElement.checkVisibility();
}

/** The best first; not all of them are there, or seen. */
function listSuccessors(
  { control, summary, row }: Used,
  bar: HTMLElement,
  form: HTMLFormElement,
): (HTMLElement | null | undefined)[] {
  const value = control instanceof HTMLButtonElement ? COUNTERPARTS[control.value] : undefined;
  const boxes = listBoxes(form);
  return [
    control,
    summary,
    ...(value === undefined ? [] : [bar.querySelector<HTMLElement>(`button[value=${value}]`)]),
    boxes[row] ?? boxes.at(-1),
    document.getElementById(mainLandmarkId),
  ];
}
