/** Matches fields in which a key types a letter, and dialogs, which have keys of their own. */
const TYPED_IN = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]';

/** Matches the frame around a page for people who switched single keys off. */
const KEYS_OFF = '[data-keys=off]';

/**
 * Returns whether a key that is pressed alone may act as a shortcut. Returns false while somebody
 * types, and for people who switched such keys off.
 */
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
