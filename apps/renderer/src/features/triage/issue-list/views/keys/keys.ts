import { pressControl } from '../../../../../ui/press-control.ts';
import { isSingleKey } from '../../../../../ui/single-key.ts';
import { listBoxes } from '../../../states/views/index.ts';
import { chooseRange } from './chosen-range.ts';
import { chooseAndMove, chooseWhereNone, moveCursor, openRow, toggleRow } from './cursor.ts';
import { showHelp } from './help.ts';

/** Keys that only move the focus. When a person holds one down, the move is repeated. */
const MOVES: Readonly<Record<string, () => boolean>> = {
  j: () => moveCursor(1),
  k: () => moveCursor(-1),
};

const KEYS_WITHOUT_REPEAT: Readonly<Record<string, () => boolean>> = {
  o: openRow,
  x: toggleRow,
  u: goToList,
  '?': showHelp,
};

/** Keys of the triage bar, which act on the focused row of a list when no row is selected. */
const SELECTION_KEYS: readonly string[] = ['r', 'm', 'a'];

export function startKeys(): () => void {
  document.addEventListener('keydown', onKey);
  document.addEventListener('click', chooseRange);
  return () => {
    document.removeEventListener('keydown', onKey);
    document.removeEventListener('click', chooseRange);
  };
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || !isSingleKey(event)) return;
  const { key, shiftKey, repeat } = event;
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (by !== undefined) {
    if (shiftKey && chooseAndMove(by)) event.preventDefault();
    return;
  }
  const isAnswered =
    MOVES[key]?.() ?? (!repeat && (KEYS_WITHOUT_REPEAT[key]?.() || pressNamed(key)));
  if (isAnswered) event.preventDefault();
}

function pressNamed(key: string): boolean {
  if (!/^[a-z]$/.test(key)) return false;
  if (SELECTION_KEYS.includes(key)) chooseWhereNone();
  const control = [...document.querySelectorAll<HTMLElement>(`[aria-keyshortcuts=${key}]`)].find(
    (each) => each.checkVisibility(),
  );
  if (!control) return false;
  if (control instanceof HTMLButtonElement) nameRow(control);
  pressControl(control);
  return true;
}

/** Names the first selected row on the button, for code of the bar that may be loaded later. */
function nameRow(button: HTMLButtonElement): void {
  const row = listBoxes(button.form).findIndex(({ checked }) => checked);
  if (row !== -1 || button.dataset['row'] === undefined) button.dataset['row'] = `${row}`;
}

/**
 * Goes back in the session's history to the list that led to this page. Returns false when the
 * history has no list. In this case `onKey` presses the control that names the key.
 */
function goToList(): boolean {
  const entries = window.navigation?.entries() ?? [];
  const index = window.navigation?.currentEntry?.index ?? 0;
  if (toPath(entries[index]?.url) === '/issues') return true;
  const list = entries.slice(0, index).findLast(({ url }) => toPath(url) === '/issues');
  if (!list) return false;
  window.navigation.traverseTo(list.key);
  return true;
}

function toPath(url: string | null | undefined): string | undefined {
  return url ? new URL(url).pathname : undefined;
}
