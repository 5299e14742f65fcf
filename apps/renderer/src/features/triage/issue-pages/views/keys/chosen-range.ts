import { listBoxes } from '../triage/list-boxes.ts';

/** The checkbox that was clicked last, where a range begins. */
let anchor: HTMLInputElement | undefined;

/**
 * Gives all checkboxes from the last clicked one to this one the same state when a click has Shift.
 */
export function chooseRange({ target, shiftKey }: MouseEvent): void {
  if (!(target instanceof HTMLInputElement) || target.name !== 'issue') return;
  const boxes = listBoxes(target.form);
  const [from, to] = [anchor ? boxes.indexOf(anchor) : -1, boxes.indexOf(target)];
  anchor = target;
  if (!shiftKey || from === -1) return;
  for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    box.checked = target.checked;
  }
}
