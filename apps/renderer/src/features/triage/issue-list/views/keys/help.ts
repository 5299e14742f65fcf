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

export function showHelp(): boolean {
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
