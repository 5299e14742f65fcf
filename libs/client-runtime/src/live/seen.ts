/** Returns whether the document is visible and the browser online. */
export function isSeen({ document, navigator }: Window): boolean {
  return !document.hidden && navigator.onLine;
}

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
