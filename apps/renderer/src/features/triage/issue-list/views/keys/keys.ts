import { pressControl } from '../../../../../ui/press-control.ts';
import { isSingleKey } from '../../../../../ui/single-key.ts';
import { listBoxes } from '../../../states/views/index.ts';
import { chooseAndMove, chooseWhereNone, moveCursor, openRow, toggleRow } from './cursor.ts';

const KEYS: readonly (readonly [key: string, words: string])[] = [
  ['j k', 'next and previous issue of the list'],
  ['o', 'open the issue'],
  ['x', 'select the issue'],
  ['Shift ↓ ↑', 'select the next or previous issue, too'],
  ['r m a', 'resolve, mute, assign'],
  ['p n', 'older and newer event'],
  ['u', 'back to the list'],
  ['/', 'search'],
  ['?', 'these keys'],
];

/** The checkbox that was clicked last, where a range begins. */
let anchor: HTMLInputElement | undefined;

/** Keys that only move the focus. When a person holds one down, the move is repeated. */
const MOVES: ReadonlyMap<string, () => boolean> = new Map([
  ['j', () => moveCursor(1)],
  ['k', () => moveCursor(-1)],
]);

const KEYS_WITHOUT_REPEAT: ReadonlyMap<string, () => boolean> = new Map([
  ['o', openRow],
  ['x', toggleRow],
  ['u', goToList],
  ['?', showHelp],
]);

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
    MOVES.get(key)?.() ?? (!repeat && (KEYS_WITHOUT_REPEAT.get(key)?.() || pressNamed(key)));
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

/**
 * A click with Shift gives the clicked checkbox's state to all checkboxes between it and the
 * checkbox that was clicked before.
 */
function chooseRange({ target, shiftKey }: MouseEvent): void {
  if (!(target instanceof HTMLInputElement) || target.name !== 'issue') return;
  const boxes = listBoxes(target.form);
  const [from, to] = [anchor ? boxes.indexOf(anchor) : -1, boxes.indexOf(target)];
  anchor = target;
  if (!shiftKey || from === -1) return;
  for (const box of boxes.slice(Math.min(from, to), Math.max(from, to) + 1)) {
    box.checked = target.checked;
  }
}

function showHelp(): boolean {
  const dialog = document.createElement('dialog');
  dialog.className = 'keys-dialog';
  dialog.ariaLabel = 'Keys';
  dialog.setAttribute('closedby', 'any');
  dialog.append(toList(), toSetting());
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return true;
}

function toList(): HTMLElement {
  const list = document.createElement('dl');
  for (const [key, words] of KEYS) {
    const term = document.createElement('dt');
    term.append(
      ...key
        .split(' ')
        .map((each) => Object.assign(document.createElement('kbd'), { textContent: each })),
    );
    const text = Object.assign(document.createElement('dd'), { textContent: words });
    list.append(term, text);
  }
  return list;
}

function toSetting(): HTMLElement {
  const link = document.createElement('a');
  link.href = '/account/preferences';
  link.textContent = 'Switch single keys off';
  return link;
}
