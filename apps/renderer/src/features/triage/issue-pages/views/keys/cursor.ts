import { listBoxes } from '../triage/list-boxes.ts';

/** The row that had the cursor last: rows may go while it has the cursor. */
let lastIndex = -1;

/** Moves the focus by so many rows, from the row that has it or had it last. Returns whether the page has rows. */
export function moveCursor(by: number): boolean {
  const rows = listRows();
  const at = findIndex(rows);
  const isLost = at === -1;
  const next = isLost ? Math.max(0, lastIndex) : at + by;
  focusRow(rows, Math.min(Math.max(0, next), rows.length - 1));
  return rows.length > 0;
}

/** Opens the issue of the cursor. */
export function openRow(): boolean {
  const link = findRow()?.querySelector<HTMLElement>('a');
  link?.click();
  return link !== undefined && link !== null;
}

/** Chooses the row of the cursor, or no longer. */
export function toggleRow(): boolean {
  const box = boxOf(findRow());
  box?.click();
  return box !== undefined;
}

/** Chooses the row of the cursor where none is chosen. */
export function chooseWhereNone(): void {
  const row = findRow();
  const form = row?.closest('form');
  if (form && listBoxes(form).every(({ checked }) => !checked)) boxOf(row)?.click();
}

/** Chooses the row of the cursor and the next one, to which the cursor moves. Returns whether the page has a cursor. */
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

/** Rows of the page that is seen: a page that the reader came from stays in the document. */
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
