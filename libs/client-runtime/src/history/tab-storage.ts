type StorageName = 'sessionStorage' | 'localStorage';

/** Reads a name from the storage of this tab, or of all tabs; null when absent, or when the visitor forbids storage. */
export function recall(
  window: Window,
  key: string,
  where: StorageName = 'sessionStorage',
): string | null {
  try {
    // Where the visitor forbids storage, having a look at it fails.
    return window[where].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a text for the documents that follow in this tab, or in all of them, in place of what was kept before. False,
 * and nothing is kept, when it is full, or forbidden by the visitor.
 */
export function keep(
  window: Window,
  key: string,
  text: string,
  where: StorageName = 'sessionStorage',
): boolean {
  try {
    const storage = window[where];
    storage.removeItem(key);
    storage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
