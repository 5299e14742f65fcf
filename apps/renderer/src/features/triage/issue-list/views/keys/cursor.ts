import { listBoxes } from '../../../states/views/index.ts';

/** Index of the row that had the focus last. Rows may disappear while they have the focus. */
let lastIndex = -1;

/**
 * Moves the focus by `by` rows. When no row has the focus, focuses the row at the last position.
 * Returns whether the page has rows.
 */
export function moveCursor(by: number): boolean {
  const rows = listRows();
  const at = findIndex(rows);
  const isLost = at === -1;
  const next = isLost ? Math.max(0, lastIndex) : at + by;
  focusRow(rows, Math.min(Math.max(0, next), rows.length - 1));
  return rows.length > 0;
}

export function openRow(): boolean {
  const link = findRow()?.querySelector<HTMLElement>('a');
  link?.click();
  return link !== undefined && link !== null;
}

export function toggleRow(): boolean {
  const box = boxOf(findRow());
  box?.click();
  return box !== undefined;
}

export function chooseWhereNone(): void {
  const row = findRow();
  const form = row?.closest('form');
  if (form && listBoxes(form).every(({ checked }) => !checked)) boxOf(row)?.click();
}

/**
 * Moves the focus by `by` rows, and selects the old and the new row. Returns false when no row has
 * the focus.
 */
export function chooseAndMove(by: number): boolean {
  const rows = listRows();
  const at = findIndex(rows);
  if (at === -1) return false;
  const next = Math.min(Math.max(0, at + by), rows.length - 1);
  for (const index of [at, next]) {
    const box = boxOf(rows[index]);
    if (box && !box.checked) box.click();
  }
  focusRow(rows, next);
  return true;
}

/** Returns only visible rows, because the previous page stays in the document. */
function listRows(): HTMLElement[] {
  const rows = [...document.querySelectorAll<HTMLElement>('.record')];
  return rows.filter((row) => row.checkVisibility());
}

function findIndex(rows: readonly HTMLElement[]): number {
  return rows.findIndex((row) => row.contains(document.activeElement));
}

function findRow(): HTMLElement | undefined {
  return listRows().find((row) => row.contains(document.activeElement));
}

function boxOf(row: HTMLElement | undefined): HTMLInputElement | undefined {
  return row?.querySelector<HTMLInputElement>('input[name=issue]') ?? undefined;
}

function focusRow(rows: readonly HTMLElement[], index: number): void {
  const link = rows[index]?.querySelector('a');
  link?.focus();
  lastIndex = index;
}
