/** Whether the visitor sees the document, and the browser does not say that it is offline. */
export function isSeen({ document, navigator }: Window): boolean {
  return !document.hidden && navigator.onLine;
}

/** Calls back whenever that may have changed, until what it returns is called. */
export function watchSeen(window: Window, onChange: () => void): () => void {
  const { document } = window;
  const added = [
    [document, 'visibilitychange'],
    [window, 'online'],
    [window, 'offline'],
    [window, 'pageshow'],
  ] as const;
  for (const [target, event] of added) target.addEventListener(event, onChange);
  return () => {
    for (const [target, event] of added) target.removeEventListener(event, onChange);
  };
}
