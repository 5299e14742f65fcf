import { listBoxes } from '../triage/list-boxes.ts';

/** The box that was pressed last. A range reaches from there. */
let anchor: HTMLInputElement | undefined;

/** Gives all boxes between two that are pressed the state of the second one, if that is pressed with Shift. */
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
