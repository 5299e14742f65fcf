import { listBoxes } from '../../../states/views/index.ts';

/** The checkbox that was clicked last, where a range begins. */
let anchor: HTMLInputElement | undefined;

/**
 * A click with Shift gives the clicked checkbox's state to all checkboxes between it and the
 * checkbox that was clicked before.
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
