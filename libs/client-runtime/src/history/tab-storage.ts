type StorageName = 'sessionStorage' | 'localStorage';

/**
 * Reads a text from the storage of this tab or of all tabs. Returns null when the text is absent or
 * the visitor forbids storage.
 */
export function recall(
  window: Window,
  key: string,
  where: StorageName = 'sessionStorage',
): string | null {
  try {
    // Mere access to the storage throws when the visitor forbids it.
    return window[where].getItem(key);
  } catch {
    return null;
  }
}

/**
 * Stores a text for later documents, in place of the earlier text. Returns false when the storage
 * is full or forbidden.
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

/** The path of an application follows, because two applications may share an origin. */
export const flashKey = 'page.flash';
