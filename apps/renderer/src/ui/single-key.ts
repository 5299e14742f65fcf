/** Places where a key is a letter, and dialogs, which have keys of their own. */
const TYPED_IN = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]';

/** The attribute that the frame around a page has for people who switched single keys off. */
const KEYS_OFF = '[data-keys=off]';

/** Whether a key that is pressed alone may act as a shortcut: not while somebody types, and not for people who switched that off. */
export function isSingleKey({
  ctrlKey,
  metaKey,
  altKey,
  isComposing,
  target,
}: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return false;
  return !(target as Element).closest(TYPED_IN) && !document.querySelector(KEYS_OFF);
}
