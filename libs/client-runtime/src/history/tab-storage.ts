/** What is kept under a name in this tab; null for nothing, also where the visitor forbids it. */
export function recall(window: Window, key: string): string | null {
  try {
    // Where the visitor forbids storage, having a look at it fails.
    return window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * Keeps a text for the documents that follow in this tab, in place of what was kept before. False, and nothing is
 * kept, when it is full, or forbidden by the visitor.
 */
export function keep(window: Window, key: string, text: string): boolean {
  try {
    const { sessionStorage } = window;
    sessionStorage.removeItem(key);
    sessionStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
