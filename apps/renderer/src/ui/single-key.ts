/** Matches fields in which a key types a letter, and dialogs, which have keys of their own. */
const TYPED_IN = 'input:not([type=checkbox]), textarea, select, [contenteditable], dialog[open]';

/** Matches an element on pages of visitors who have switched off shortcuts with a single key. */
const KEYS_OFF = '[data-keys=off]';

/**
 * Returns whether a key without modifiers may act as a shortcut. Returns false while the visitor
 * types, and for visitors who have switched off such shortcuts.
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
